package dev.terra.node.agent;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Remembers for a while that a peer failed, so that not every fetch pays the discovery anew. Thread-safe. */
public final class Breaker {
  private final long openNanos;
  private final LongSupplier nanoClock;
  private final AtomicLong trippedAt = new AtomicLong();
  private volatile boolean tripped;

  /** Opens for a period on each failure; time comes from a monotonic clock in ns. */
  public Breaker(Duration openFor, LongSupplier nanoClock) {
    this.openNanos = openFor.toNanos();
    this.nanoClock = nanoClock;
  }

  /** A failure now. */
  public void trip() {
    trippedAt.set(nanoClock.getAsLong());
    tripped = true;
  }

  /** Whether the last failure is recent. */
  public boolean isOpen() {
    return tripped && nanoClock.getAsLong() - trippedAt.get() < openNanos;
  }
}
