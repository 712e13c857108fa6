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
import java.util.function.Consumer;

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

  /** Puts rules in force, and says how it went. */
  public void apply(SiteRoutes routes, Consumer<RoutesReport> done) {
    if (next.getAndSet(routes) == null) {
      submit(() -> {
        SiteRoutes latest = next.getAndSet(null);
        Optional<String> problem = command.apply(latest.getRulesList());
        owner.execute(() -> done.accept(
            RoutesReport.newBuilder().setVersion(latest.getVersion()).setProblem(problem.orElse("")).build()));
      });
    }
  }

  /** What the rules in force have counted; nothing if that cannot be had. */
  public void count(Consumer<List<RouteCount>> done) {
    submit(() -> {
      List<RouteCount> counts = counted();
      owner.execute(() -> done.accept(counts));
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
