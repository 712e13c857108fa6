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
 * Plays each round out, so that all views give one time at which a shuffle will be done. Playing happens on a thread of its own: with very
 * many shuffles it takes a second or two. Rounds that follow meanwhile are left out, and the newest is played next.
 */
final class Forecaster {
  private static final Logger LOG = LoggerFactory.getLogger(Forecaster.class);
  /** It pauses for so many times as long as it played: a fifth of a core is enough for an estimate. */
  private static final int PAUSE_FACTOR = 4;

  private final ControllerState state;
  private final ControllerThread thread;
  private final Guard guard = new Guard("a forecast", LOG::error);
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
    Thread own = new Thread(task, "controller-forecast");
    own.setDaemon(true);
    return own;
  });
  /** The last round that was played, or is being played. */
  private @Nullable ScheduledRound played;
  private boolean plays;
  private long pauseNanos;

  /** Plays nothing yet. */
  Forecaster(ControllerState state, ControllerThread thread) {
    this.state = state;
    this.thread = thread;
  }

  /** Plays the newest round, if it was not played yet; on the controller's thread. */
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

  /** Rounds are compared as objects: to compare what is in them would take long. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isPlayed(@Nullable ScheduledRound round) {
    return played == round;
  }

  /** On its own thread. */
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
    } catch (RuntimeException | Error e) { // else no later round would be played out
      LOG.warn("the round of {} s could not be played out; when its shuffles will be done stays unknown", round.atSeconds(), e);
      return null;
    }
  }

  /** Plays no more. */
  void stop() {
    executor.shutdownNow();
  }
}
