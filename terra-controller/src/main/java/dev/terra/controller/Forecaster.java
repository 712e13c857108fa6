package dev.terra.controller;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.controller.core.ControllerState;
import dev.terra.schedule.explain.Projection;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates the rest of the work after each round, so that all views show one estimate of when a shuffle will be done. Simulations
 * run on a thread of their own, since one with very many shuffles takes a second or two. Rounds that are made meanwhile are skipped,
 * and the newest is simulated next.
 */
final class Forecaster {
  private static final Logger LOG = LoggerFactory.getLogger(Forecaster.class);
  /**
   * After a simulation, the thread pauses for this many times as long as the simulation took. A fifth of a core is enough for an
   * estimate.
   */
  private static final int PAUSE_FACTOR = 4;

  private final ControllerState state;
  private final ControllerThread thread;
  private final Guard guard = new Guard("a forecast", LOG::error);
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
    Thread own = new Thread(task, "controller-forecast");
    own.setDaemon(true);
    return own;
  });
  /** The last round that was simulated, or is being simulated. */
  private @Nullable ScheduledRound played;
  private boolean plays;
  private long pauseNanos;

  /** Creates a forecaster that has simulated nothing yet. */
  Forecaster(ControllerState state, ControllerThread thread) {
    this.state = state;
    this.thread = thread;
  }

  /** Simulates the newest round, unless that has been done. It is used on the controller's thread. */
  void follow() {
    Optional<ScheduledRound> newest = state.lastRound();
    if (plays || isPlayed(newest.orElse(null))) {
      return;
    }
    if (newest.isEmpty()) {
      played = null;
      state.foreseeNothing();
      return;
    }
    plays = true;
    OneShot next = OneShot.after(executor, pauseNanos, TimeUnit.NANOSECONDS, guard, this::play);
    plays = !next.isRefused();
  }

  /** Compares rounds as objects, since comparing their contents would take long. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isPlayed(@Nullable ScheduledRound round) {
    return played == round;
  }

  /** Simulates the newest round on the forecaster's own thread. */
  private void play() {
    ScheduledRound newest = state.lastRound().orElse(null);
    long start = thread.now();
    Projection ahead = newest == null ? null : project(newest);
    long took = thread.now() - start;
    thread.submit(() -> {
      plays = false;
      played = newest;
      pauseNanos = PAUSE_FACTOR * took;
      if (newest == null) {
        state.foreseeNothing();
      } else {
        state.foresee(newest, ahead);
      }
    });
  }

  private @Nullable Projection project(ScheduledRound round) {
    try {
      return Projection.of(state.scheduler(round), round);
    } catch (RuntimeException | Error e) { // without this, no later round would be simulated
      LOG.warn("the round of {} s could not be simulated; the expected ends of its shuffles stay unknown", round.atSeconds(), e);
      return null;
    }
  }

  /** Ends all simulations. */
  void stop() {
    executor.shutdownNow();
  }
}
