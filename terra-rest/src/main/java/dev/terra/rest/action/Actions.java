package dev.terra.rest.action;

import dev.terra.controller.core.operate.OperatorCommand;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.view.ActionFigures;
import dev.terra.core.failure.Failures;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Problem;
import dev.terra.rest.audit.AuditLog;
import dev.terra.rest.read.ViewFollower;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hands commands to the controller, waits for the schedule that follows, and writes the audit log. It can be used by any thread. */
public final class Actions {
  /** The longest wait for a command, in seconds. A round of the largest WANs is far quicker. */
  private static final long PATIENCE_SECONDS = 10;
  private static final int RETRY_SECONDS = 2;

  private final ViewFollower follower;
  private final AuditLog audit;
  private final LongSupplier ticker;

  /**
   * Creates the actions of one controller.
   *
   * @param ticker monotonic nanoseconds
   */
  public Actions(ViewFollower follower, AuditLog audit, LongSupplier ticker) {
    this.follower = follower;
    this.audit = audit;
    this.ticker = ticker;
  }

  /** Carries out a command. The audit log gets the endpoint's path with its parameters filled in. */
  ActionRow act(Call call, Endpoint.Draft draft, OperatorCommand command, @Nullable String reason) {
    OperatorRequest request = new OperatorRequest(command, call.caller().name(), reason == null ? "" : reason);
    return perform(call, draft, () -> follower.controller().act(request));
  }

  ActionRow undo(Call call, Endpoint.Draft draft, long number) {
    return perform(call, draft, () -> follower.controller().undo(number, call.caller().name()));
  }

  private ActionRow perform(Call call, Endpoint.Draft draft, Supplier<CompletableFuture<ActionFigures>> command) {
    long start = ticker.getAsLong();
    CompletableFuture<ActionFigures> answer = command.get();
    ActionFigures done = await(answer, () -> auditLater(call, draft, answer));
    audit.done(call.caller(), draft.verb().name(), draft.filled(call), done);
    return row(done, (ticker.getAsLong() - start) / 1e6);
  }

  /** Writes the outcome to the audit log once the controller has answered, since the response reported it as unknown. */
  @SuppressWarnings("FutureReturnValueIgnored") // the log holds any failure
  private void auditLater(Call call, Endpoint.Draft draft, CompletableFuture<ActionFigures> answer) {
    answer.whenComplete((done, failure) -> {
      if (failure == null) {
        audit.done(call.caller(), draft.verb().name(), draft.filled(call), done);
      } else if (problem(cause(failure)) instanceof Problem problem) {
        audit.refused(call.caller(), draft.verb().name(), draft.filled(call), problem);
      }
    });
  }

  private static ActionFigures await(CompletableFuture<ActionFigures> future, Runnable whenUnknown) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw problem(Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      whenUnknown.run();
      throw Problem.unknown("the outcome is not known: the controller has not answered for " + PATIENCE_SECONDS
          + " s, and may still do it; do not repeat the request unless GET /api/v1/actions shows that the action is not in force",
          RETRY_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      whenUnknown.run();
      throw Problem.unknown("the controller is stopping, and the outcome is not known; GET /api/v1/actions lists the actions in force",
          RETRY_SECONDS);
    }
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  private static RuntimeException problem(Throwable cause) {
    if (cause instanceof NoSuchElementException) {
      return Problem.notFound(Failures.inWords(cause));
    } else if (cause instanceof IllegalArgumentException) {
      return Problem.of(400, Failures.inWords(cause));
    } else if (cause instanceof RejectedExecutionException) {
      return Problem.later(503, Failures.inWords(cause), RETRY_SECONDS);
    } else if (cause instanceof IllegalStateException) {
      return Problem.of(409, Failures.inWords(cause));
    }
    return new IllegalStateException(cause);
  }

  ActionRow row(ActionFigures action, @Nullable Double tookMillis) {
    String id = "a" + action.number();
    return new ActionRow(id, follower.rows().at(action.atSeconds()), action.kind(), action.target(), action.by(),
        action.reason().isEmpty() ? null : action.reason(), action.before(), action.after(), action.inForce(),
        action.undoable() ? new ActionRow.UndoRow("DELETE", Endpoint.ROOT + "/actions/" + id) : null,
        follower.rows().view().rounds().epoch(), tookMillis);
  }
}
