package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/**
 * One bundle of a shuffle, bytes.
 *
 * @param expectedBytes all that has gone there and is to go, also for receivers that have moved on since
 * @param movedBytes of the expected ones: for receivers that have moved on
 * @param acknowledgedBytes received at the destination
 * @param withdrawnBytes gone another way
 * @param onLinks what of it is on links
 * @param requestedBytes not yet received though a receiver waits
 * @param bypassed whether it is too small for Terra so far: its sender sends nothing of it
 * @param rates bytes per second by path, each above 0; none while it waits or is done
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
   * What is on links of a bundle, whose chunks may be compressed.
   *
   * @param wireShare how many bytes there are to one that is left, above 0 to 1
   * @param savedBytes of the acknowledged ones: what compressed chunks kept from links
   * @param compressSeconds for how long threads have compressed its chunks
   * @param sent what agents have sent on each path, also again, without headers
   */
  public record OnLinks(double wireShare, long savedBytes, double compressSeconds, ImmutableMap<Path, Long> sent) {
    /** All goes as it is, and nothing was sent. */
    public static final OnLinks AS_IT_IS = new OnLinks(1, 0, 0, ImmutableMap.of());
  }

  /** This bundle, if it had sent these bytes on paths. */
  BundleFigures withSent(ImmutableMap<Path, Long> sent) {
    return new BundleFigures(from, to, expectedBytes, movedBytes, acknowledgedBytes, withdrawnBytes,
        new OnLinks(onLinks.wireShare, onLinks.savedBytes, onLinks.compressSeconds, sent), requestedBytes, bypassed, rates);
  }

  /** What its acknowledged bytes were on links. */
  public long wireBytes() {
    return acknowledgedBytes - onLinks.savedBytes;
  }

  /** What is left, as bytes on links, if chunks go on to shrink as they do. */
  public long leftOnLinks() {
    return (long) Math.ceil(leftBytes() * onLinks.wireShare);
  }

  /** What is left to cross the WAN, over Terra or the stock path. */
  public long leftBytes() {
    return Math.max(0, expectedBytes - acknowledgedBytes - withdrawnBytes);
  }

  /** Whether Terra has anything left to send of it. */
  public boolean isOpen() {
    return !bypassed && leftBytes() > 0;
  }

  /** Bytes per second on all paths together. */
  public long bytesPerSecond() {
    return rates.values().stream().mapToLong(Long::longValue).sum();
  }
}
