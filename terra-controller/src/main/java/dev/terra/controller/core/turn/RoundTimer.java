package dev.terra.controller.core.turn;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Determines when the next round is due: soon after the first of several events, and later after the start of a stream on which an agent
 * reports everything again.
 */
public final class RoundTimer {
  /** How long a new stream may take to report everything again before a schedule is computed from it. */
  public static final long SETTLE_NANOS = 50_000_000L;
  /** How long less urgent changes are gathered, such as a reducer that begins or stops to wait, or the end of one of very many bundles. */
  public static final long SOFT_COALESCE_NANOS = 100_000_000L;
  /** How long events are gathered before a round. */
  public static final long COALESCE_NANOS = 5_000_000L;

  private @Nullable Long dueNanos;
  private long notBeforeNanos;
  private boolean held;
  private double lastRoundMillis;

  /** Requests a round after a change. */
  public void request(long nowNanos) {
    requestBy(nowNanos + COALESCE_NANOS);
  }

  /** Requests a round after a change that can wait a little. */
  public void requestSoon(long nowNanos) {
    requestBy(nowNanos + SOFT_COALESCE_NANOS);
  }

  private void requestBy(long nanos) {
    dueNanos = dueNanos == null ? nanos : Math.min(dueNanos, nanos);
  }

  /** Requests a round after the start of a stream. The round waits until the stream's first reports are in. */
  public void settle(long nowNanos) {
    request(nowNanos);
    notBeforeNanos = Math.max(notBeforeNanos, nowNanos + SETTLE_NANOS);
  }

  /** Prevents rounds until {@link #release} is called. */
  public void hold() {
    held = true;
  }

  /** Allows rounds again. */
  public void release() {
    held = false;
  }

  /** Notes that a round has begun. */
  public void begun() {
    dueNanos = null;
  }

  /** Notes how long the last round took. */
  public void noteRoundMillis(double millis) {
    lastRoundMillis = millis;
  }

  /** How long the last round took, in milliseconds; 0 before the first one. */
  public double lastRoundMillis() {
    return lastRoundMillis;
  }

  /** Returns when a round is due, or empty if none is. */
  public OptionalLong dueNanos() {
    return dueNanos == null || held ? OptionalLong.empty() : OptionalLong.of(Math.max(dueNanos, notBeforeNanos));
  }
}
