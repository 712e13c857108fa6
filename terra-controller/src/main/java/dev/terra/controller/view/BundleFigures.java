package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/**
 * One bundle of a shuffle. All amounts are in bytes.
 *
 * @param expectedBytes all bytes that have gone or are to go to the destination, also for receivers that have moved on since
 * @param movedBytes those of the expected bytes that are for receivers that have moved on
 * @param acknowledgedBytes bytes received at the destination
 * @param withdrawnBytes bytes that went another way
 * @param onLinks what the bundle's bytes are on links
 * @param requestedBytes bytes that a receiver waits for and that have not been received yet
 * @param bypassed whether the bundle is too small for Terra so far, so that its sender sends nothing of it
 * @param rates bytes per second by path, each above 0; empty while the bundle waits or is done
 */
public record BundleFigures(
    SiteId from,
    SiteId to,
    long expectedBytes,
    long movedBytes,
    long acknowledgedBytes,
    long withdrawnBytes,
    OnLinks onLinks,
    long requestedBytes,
    boolean bypassed,
    ImmutableMap<Path, Long> rates) {
  /**
   * What a bundle's bytes are on links, as its chunks may be compressed.
   *
   * @param wireShare the bytes on links for one byte that is left, above 0 and at most 1
   * @param savedBytes by how much compression has reduced the acknowledged bytes on links
   * @param compressSeconds for how long threads have compressed the bundle's chunks
   * @param sent the bytes that agents have sent on each path, without headers; bytes that were sent again count again
   */
  public record OnLinks(double wireShare, long savedBytes, double compressSeconds, ImmutableMap<Path, Long> sent) {
    /** A bundle that is not compressed and of which nothing has been sent. */
    public static final OnLinks AS_IT_IS = new OnLinks(1, 0, 0, ImmutableMap.of());
  }

  /** Returns this bundle with other sent bytes by path. */
  BundleFigures withSent(ImmutableMap<Path, Long> sent) {
    return new BundleFigures(from, to, expectedBytes, movedBytes, acknowledgedBytes, withdrawnBytes,
        new OnLinks(onLinks.wireShare, onLinks.savedBytes, onLinks.compressSeconds, sent), requestedBytes, bypassed, rates);
  }

  /** Returns the size of the acknowledged bytes on links. */
  public long wireBytes() {
    return acknowledgedBytes - onLinks.savedBytes;
  }

  /** Returns the size on links of the bytes that are left, if chunks go on to shrink as they do. */
  public long leftOnLinks() {
    return (long) Math.ceil(leftBytes() * onLinks.wireShare);
  }

  /** Returns the bytes that are left to cross the WAN, over Terra or the stock path. */
  public long leftBytes() {
    return Math.max(0, expectedBytes - acknowledgedBytes - withdrawnBytes);
  }

  /** Returns whether Terra has anything left to send of the bundle. */
  public boolean isOpen() {
    return !bypassed && leftBytes() > 0;
  }

  /** Returns the bytes per second on all paths together. */
  public long bytesPerSecond() {
    return rates.values().stream().mapToLong(Long::longValue).sum();
  }
}
