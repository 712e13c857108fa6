package dev.terra.api.door;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** A count of the bytes that a process holds for others, bounded for each address and in total. It is thread-safe. */
public final class ByteBudget {
  private final Bounds bounds;
  private final Map<InetAddress, Long> held = new HashMap<>();
  private long all;

  /** The most bytes that are held for one address, and in total. */
  public record Bounds(long ofOne, long inAll) {}

  /** Creates an empty budget. */
  public ByteBudget(Bounds bounds) {
    this.bounds = bounds;
  }

  /** Counts bytes as held for an address if there is room; returns whether there was. */
  public synchronized boolean take(InetAddress from, long bytes) {
    long ofOne = held.getOrDefault(from, 0L) + bytes;
    if (ofOne > bounds.ofOne || all + bytes > bounds.inAll) {
      return false;
    }
    all += bytes;
    held.put(from, ofOne);
    return true;
  }

  /** Notes that bytes of an address are not held any more. */
  public synchronized void give(InetAddress from, long bytes) {
    all -= bytes;
    held.computeIfPresent(from, (address, now) -> now > bytes ? now - bytes : null);
  }
}
