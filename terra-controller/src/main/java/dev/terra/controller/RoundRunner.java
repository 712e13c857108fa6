package dev.terra.controller;

import dev.terra.api.process.OneShot;
import dev.terra.controller.core.ControllerState;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs rounds when they are due. A round starts only after at least as much time as the last round took, so that half the thread's
 * time is left for events. It is used on the controller's thread.
 */
final class RoundRunner {
  private final ControllerState state;
  private final ControllerThread thread;
  private final Runnable made;
  private final Runnable told;
  private @Nullable OneShot round;
  private long roundDueNanos;
  private long lastRoundEndNanos;
  private long lastRoundNanos;

  /**
   * Creates a runner that has run no round yet.
   *
   * @param made is called after a round, before agents get its schedule
   * @param told is called after agents have got it
   */
  RoundRunner(ControllerState state, ControllerThread thread, Runnable made, Runnable told) {
    this.state = state;
    this.thread = thread;
    this.made = made;
    this.told = told;
  }

  /** Plans the next round, if one is due. */
  void plan() {
    OptionalLong due = state.roundDueNanos();
    if (due.isEmpty() || thread.isStopping()) {
      return;
    }
    long at = Math.max(due.getAsLong(), lastRoundEndNanos + lastRoundNanos);
    if (round != null) {
      if (roundDueNanos <= at) {
        return;
      }
      round.cancel();
    }
    roundDueNanos = at;
    round = thread.at(at, this::run);
  }

  private void run() {
    round = null;
    OptionalLong due = state.roundDueNanos();
    if (due.isPresent() && due.getAsLong() <= thread.now()) {
      long start = thread.now();
      thread.turn(() -> {
        state.runRound(start);
        state.noteRoundMillis((thread.now() - start) / 1e6);
        made.run();
      });
      told.run();
      lastRoundEndNanos = thread.now();
      lastRoundNanos = lastRoundEndNanos - start;
    }
    plan();
  }

  /** Cancels the next round. */
  void cancel() {
    if (round != null) {
      round.cancel();
    }
  }
}
