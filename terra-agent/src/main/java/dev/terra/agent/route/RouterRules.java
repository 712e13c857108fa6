package dev.terra.agent.route;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.terra.api.v1.RouteCount;
import dev.terra.api.v1.RoutesReport;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * This site's router, as far as tunnels go. Rules are handed to a command, which puts all of them in force at once or none, on a thread of
 * its own; of several that wait the latest counts. What comes of it is said on the agent's thread.
 */
public final class RouterRules implements AutoCloseable {
  private final RouterCommand command;
  private final Executor owner;
  private final ExecutorService thread;
  private final AtomicReference<SiteRoutes> next = new AtomicReference<>();

  /**
   * A router with no rules of tunnels.
   *
   * @param command the helper; empty: there is none, and rules are refused
   * @param owner the agent's thread
   */
  public RouterRules(SiteId site, List<String> command, Executor owner) {
    this.command = new RouterCommand(command);
    this.owner = owner;
    this.thread = Executors.newSingleThreadExecutor(
        new ThreadFactoryBuilder().setNameFormat("terra-router-" + site).setDaemon(true).build());
  }

  /** Goes on when the router has answered. On the agent's thread. */
  public interface Outcome {
    /** The newest rules are in force, or they are not, with the reason. */
    void applied(RoutesReport report);

    /** The rules in force have counted this, for the question of this number; nothing if that cannot be had. */
    void counted(long number, List<RouteCount> counts);
  }

  /** Puts rules in force. */
  public void apply(SiteRoutes routes, Outcome outcome) {
    if (next.getAndSet(routes) == null) {
      submit(() -> {
        SiteRoutes latest = next.getAndSet(null);
        Optional<String> problem = command.apply(latest.getRulesList());
        owner.execute(() -> outcome.applied(
            RoutesReport.newBuilder().setVersion(latest.getVersion()).setProblem(problem.orElse("")).build()));
      });
    }
  }

  /** Reads what the rules in force have counted, for the question of this number. */
  public void count(long number, Outcome outcome) {
    submit(() -> {
      List<RouteCount> counts = counted();
      owner.execute(() -> outcome.counted(number, counts));
    });
  }

  private List<RouteCount> counted() {
    try {
      return command.count();
    } catch (IOException e) {
      return List.of();
    }
  }

  private void submit(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // the agent stops, and rules stay as they are
      next.set(null);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
