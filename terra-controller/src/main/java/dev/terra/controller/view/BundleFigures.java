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
 * @param savedBytes of the acknowledged ones: what compressed chunks kept from links
 * @param compressSeconds for how long threads have compressed its chunks
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
    long savedBytes,
    double compressSeconds,
    long requestedBytes,
    boolean bypassed,
    ImmutableMap<Path, Long> rates) {
  /** What its acknowledged bytes were on links. */
  public long wireBytes() {
    return acknowledgedBytes - savedBytes;
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
