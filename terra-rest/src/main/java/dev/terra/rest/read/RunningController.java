package dev.terra.rest.read;

import com.google.common.collect.ImmutableList;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.schedule.explain.ScheduledRound;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A controller in this process. */
public record RunningController(ControllerServer server, ControllerSettings settings, String policy, Instant startedAt)
    implements ControllerAccess {
  @Override
  public ViewFeed views() {
    return server.views();
  }

  @Override
  public LatencyClasses classes() {
    return server.classes();
  }

  @Override
  public ImmutableList<RecurringFigures> recurring() {
    return server.recurring();
  }

  @Override
  public boolean insecure() {
    return server.isInsecure();
  }

  @Override
  public Optional<ScheduledRound> lastRound() {
    return server.lastRound();
  }

  @Override
  public CompletableFuture<ActionFigures> act(OperatorRequest request) {
    return server.act(request);
  }

  @Override
  public CompletableFuture<ActionFigures> undo(long action, String by) {
    return server.undo(action, by);
  }
}
