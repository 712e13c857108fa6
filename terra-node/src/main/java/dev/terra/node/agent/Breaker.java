package dev.terra.node.agent;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Remembers for a while that a peer has failed, so that not every fetch discovers it anew. Thread-safe. */
public final class Breaker {
  private final long openNanos;
  private final LongSupplier nanoClock;
  private final AtomicLong trippedAt = new AtomicLong();
  private volatile boolean tripped;

  /** Creates a breaker that opens for a period on each failure; the clock is monotonic, in ns. */
  public Breaker(Duration openFor, LongSupplier nanoClock) {
    this.openNanos = openFor.toNanos();
    this.nanoClock = nanoClock;
  }

  /** Notes a failure at the current time. */
  public void trip() {
    trippedAt.set(nanoClock.getAsLong());
    tripped = true;
  }

  /** Returns whether the last failure is recent. */
  public boolean isOpen() {
    return tripped && nanoClock.getAsLong() - trippedAt.get() < openNanos;
  }
}
