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
 * The tunnels' rules of this site's router. Rules are passed to a command, which applies either all of them at once or none, on a thread of
 * its own. If several sets of rules wait, the latest is applied. Outcomes are reported on the agent's thread.
 */
public final class RouterRules implements AutoCloseable {
  private final RouterCommand command;
  private final Executor owner;
  private final ExecutorService thread;
  private final AtomicReference<SiteRoutes> next = new AtomicReference<>();

  /**
   * Creates the rules of a router, without any rule.
   *
   * @param command the command that changes the router; if it is empty, there is none, and rules are refused
   * @param owner the agent's thread
   */
  public RouterRules(SiteId site, List<String> command, Executor owner) {
    this.command = new RouterCommand(command);
    this.owner = owner;
    this.thread = Executors.newSingleThreadExecutor(
        new ThreadFactoryBuilder().setNameFormat("terra-router-" + site).setDaemon(true).build());
  }

  /** Handles the router's results. It is called on the agent's thread. */
  public interface Outcome {
    /** Takes the report that the newest rules are applied, or that they are not, with the reason. */
    void applied(RoutesReport report);

    /** Takes the counts of the applied rules for the request with a number; the list is empty if they are not available. */
    void counted(long number, List<RouteCount> counts);
  }

  /** Applies rules. */
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

  /** Reads the counts of the applied rules, for the request with a number. */
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
      // the agent stops, and the router's rules do not change
      next.set(null);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
