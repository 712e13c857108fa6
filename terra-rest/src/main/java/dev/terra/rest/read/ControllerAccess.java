package dev.terra.rest.read;

import com.google.common.collect.ImmutableList;
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

/** A controller, as HTTP sees it. */
public interface ControllerAccess {
  /** What it knows. */
  ViewFeed views();

  /** What it was made from. */
  ControllerSettings settings();

  /** The latency classes in force. */
  default LatencyClasses classes() {
    return settings().queues().classes();
  }

  /** The jobs that recur, the one that ran last at the end. */
  default ImmutableList<RecurringFigures> recurring() {
    return ImmutableList.of();
  }

  /** The name of its scheduling policy. */
  String policy();

  /** What its last round worked with; empty if there was nothing to send. */
  Optional<ScheduledRound> lastRound();

  /** Whether it has no TLS, so that every client is believed. */
  boolean insecure();

  /** When it started: its seconds count from there. */
  Instant startedAt();

  /**
   * Has it do what an operator wants; done when agents have the schedule that follows.
   *
   * @return fails as {@link dev.terra.controller.ControllerServer#act} does
   */
  CompletableFuture<ActionFigures> act(OperatorRequest request);

  /** Takes back what an operator wanted; as {@link #act}. */
  CompletableFuture<ActionFigures> undo(long action, String by);
}
