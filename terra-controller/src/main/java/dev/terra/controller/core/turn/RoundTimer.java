package dev.terra.controller.core.turn;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** When the next round is due: soon after the first of several events, later after a stream has begun to say everything again. */
public final class RoundTimer {
  /** How long a new stream may take to say everything again before a schedule is made from it. */
  public static final long SETTLE_NANOS = 50_000_000L;
  /** How long less urgent changes (a reducer begins or stops to wait, one of very many bundles is done) are gathered. */
  public static final long SOFT_COALESCE_NANOS = 100_000_000L;
  /** How long events are gathered before a round. */
  public static final long COALESCE_NANOS = 5_000_000L;

  private @Nullable Long dueNanos;
  private long notBeforeNanos;
  private boolean held;
  private double lastRoundMillis;

  /** Something has changed. */
  public void request(long nowNanos) {
    requestBy(nowNanos + COALESCE_NANOS);
  }

  /** Something has changed that can wait a little. */
  public void requestSoon(long nowNanos) {
    requestBy(nowNanos + SOFT_COALESCE_NANOS);
  }

  private void requestBy(long nanos) {
    dueNanos = dueNanos == null ? nanos : Math.min(dueNanos, nanos);
  }

  /** A stream begins: what it says first belongs together. */
  public void settle(long nowNanos) {
    request(nowNanos);
    notBeforeNanos = Math.max(notBeforeNanos, nowNanos + SETTLE_NANOS);
  }

  /** No round comes until {@link #release} is said. */
  public void hold() {
    held = true;
  }

  /** What was waited for is there. */
  public void release() {
    held = false;
  }

  /** A round has begun. */
  public void begun() {
    dueNanos = null;
  }

  /** How long the last round took. */
  public void noteRoundMillis(double millis) {
    lastRoundMillis = millis;
  }

  /** How long the last round took, in milliseconds; 0 before the first one. */
  public double lastRoundMillis() {
    return lastRoundMillis;
  }

  /** When a round is due, if one is. */
  public OptionalLong dueNanos() {
    return dueNanos == null || held ? OptionalLong.empty() : OptionalLong.of(Math.max(dueNanos, notBeforeNanos));
  }
}
