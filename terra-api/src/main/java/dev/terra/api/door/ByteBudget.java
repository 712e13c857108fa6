package dev.terra.api.door;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** Bytes that are held for others, bounded for each address and in all. Thread-safe. */
public final class ByteBudget {
  private final Bounds bounds;
  private final Map<InetAddress, Long> held = new HashMap<>();
  private long all;

  /** The most bytes, for one address and in all. */
  public record Bounds(long ofOne, long inAll) {}

  /** Holds nothing yet. */
  public ByteBudget(Bounds bounds) {
    this.bounds = bounds;
  }

  /** Holds bytes for an address, if there is room. */
  public synchronized boolean take(InetAddress from, long bytes) {
    long ofOne = held.getOrDefault(from, 0L) + bytes;
    if (ofOne > bounds.ofOne || all + bytes > bounds.inAll) {
      return false;
    }
    all += bytes;
    held.put(from, ofOne);
    return true;
  }

  /** Bytes are no longer held. */
  public synchronized void give(InetAddress from, long bytes) {
    all -= bytes;
    held.computeIfPresent(from, (address, now) -> now > bytes ? now - bytes : null);
  }
}
