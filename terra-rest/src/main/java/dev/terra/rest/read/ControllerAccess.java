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

/** A controller as the HTTP interface uses it. */
public interface ControllerAccess {
  /** Returns the views of the controller's state. */
  ViewFeed views();

  /** Returns the settings from which the controller was made. */
  ControllerSettings settings();

  /** Returns the latency classes in force. */
  default LatencyClasses classes() {
    return settings().queues().classes();
  }

  /** Returns the recurring jobs, in the order of their last runs, the latest at the end. */
  default ImmutableList<RecurringFigures> recurring() {
    return ImmutableList.of();
  }

  /** Returns the name of the scheduling policy. */
  String policy();

  /** Returns the input of the last round; empty if there was nothing to send. */
  Optional<ScheduledRound> lastRound();

  /** Returns whether the controller has no TLS, and so believes any identity that a client claims. */
  boolean insecure();

  /** Returns when the controller started. Its seconds count from that time. */
  Instant startedAt();

  /**
   * Carries out an operator's request. The future completes when agents have the schedule that follows.
   *
   * @return fails as {@link dev.terra.controller.ControllerServer#act} does
   */
  CompletableFuture<ActionFigures> act(OperatorRequest request);

  /** Undoes an operator's action. The future completes as that of {@link #act}. */
  CompletableFuture<ActionFigures> undo(long action, String by);
}
