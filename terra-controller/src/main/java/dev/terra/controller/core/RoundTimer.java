package dev.terra.controller.core;

import java.util.OptionalLong;

/** When the next round is due: soon after the first of several events, later after a stream has begun to say everything again. */
final class RoundTimer {
  private static final long NONE = Long.MAX_VALUE;
  private long dueNanos = NONE;
  private long notBeforeNanos;
  private boolean held;

  /** Something has changed. */
  void request(long nowNanos) {
    dueNanos = Math.min(dueNanos, nowNanos + ControllerLimits.COALESCE_NANOS);
  }

  /** Something has changed that can wait a little. */
  void requestSoon(long nowNanos) {
    dueNanos = Math.min(dueNanos, nowNanos + ControllerLimits.SOFT_COALESCE_NANOS);
  }

  /** A stream begins: what it says first belongs together. */
  void settle(long nowNanos) {
    request(nowNanos);
    notBeforeNanos = Math.max(notBeforeNanos, nowNanos + ControllerLimits.SETTLE_NANOS);
  }

  /** No round comes until {@link #release} is said. */
  void hold() {
    held = true;
  }

  /** What was waited for is there. */
  void release() {
    held = false;
  }

  /** A round has begun. */
  void begun() {
    dueNanos = NONE;
  }

  /** When a round is due, if one is. */
  OptionalLong dueNanos() {
    return dueNanos == NONE || held ? OptionalLong.empty() : OptionalLong.of(Math.max(dueNanos, notBeforeNanos));
  }
}
