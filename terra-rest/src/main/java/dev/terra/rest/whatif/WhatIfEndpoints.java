package dev.terra.rest.whatif;

import dev.terra.rest.api.Access;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Problem;
import dev.terra.rest.read.ViewFollower;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The endpoint for what-if requests. It computes one at a time, on a thread of its own, while a few wait. */
public final class WhatIfEndpoints implements ApiModule {
  /** The most requests that wait behind the one that is computed. */
  public static final int MOST_WAITING = 4;
  private static final long PATIENCE_SECONDS = 10;
  private static final int RETRY_SECONDS = 5;

  private final ViewFollower follower;
  private final ExecutorService executor;
  private final LongSupplier ticker;

  /**
   * Creates the endpoint over one controller.
   *
   * @param executor an executor with one thread and {@link #MOST_WAITING} places, which refuses more
   * @param ticker monotonic nanoseconds
   */
  public WhatIfEndpoints(ViewFollower follower, ExecutorService executor, LongSupplier ticker) {
    this.follower = follower;
    this.executor = executor;
    this.ticker = ticker;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.post("/what-if").access(Access.READ).takes(WhatIfRequest.class)
        .summary("The times of all shuffles and the use of all links with other links, sites or capacities. Nothing is changed.")
        .problems(429).answers(WhatIfRow.class, this::answer));
  }

  private WhatIfRow answer(Call call) {
    WhatIfRequest request = call.body(WhatIfRequest.class);
    if (request.pathsPerPair() != null && (request.pathsPerPair() < 1 || request.pathsPerPair() > 64)) {
      throw Problem.badParameter("pathsPerPair", "expected 1 to 64 paths, got " + request.pathsPerPair());
    }
    ScheduledRound round = follower.controller().lastRound().orElse(null);
    if (round == null && request.pathsPerPair() == null) {
      return WhatIfRow.nothing(follower.rows().at());
    }
    long start = ticker.getAsLong();
    WhatIfRow row = await(submit(round, request));
    return row.with((ticker.getAsLong() - start) / 1e6, row.noRoom());
  }

  private Future<WhatIfRow> submit(@Nullable ScheduledRound round, WhatIfRequest request) {
    try {
      return executor.submit(() -> {
        WhatIf whatIf = new WhatIf(follower.controller().settings());
        WhatIfRow row = round == null ? WhatIfRow.nothing(follower.rows().at())
            : whatIf.answer(round, request, follower.rows().at(round.atSeconds()));
        return row.with(0, whatIf.noRoom(follower.rows().view().operator().rules(), request));
      });
    } catch (RejectedExecutionException e) {
      throw Problem.later(429, "more than " + MOST_WAITING + " such questions wait", RETRY_SECONDS);
    }
  }

  private static WhatIfRow await(Future<WhatIfRow> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Problem problem ? problem : new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      future.cancel(true);
      throw Problem.later(503, "no answer within " + PATIENCE_SECONDS + " s; there are too many shuffles", RETRY_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.later(503, "the controller stops", RETRY_SECONDS);
    }
  }
}
