package dev.terra.controller.core;

import dev.terra.api.v1.LinkReport;
import dev.terra.core.capacity.LinkCapacity;
import dev.terra.core.capacity.LinkObservation;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What links carry, from what agents report of them; what follows from it is told to the network. On the controller's thread. */
final class CapacityBook {
  /** Bytes on a link for each byte of frames: packets of 1,500 bytes carry 1,448. */
  static final double IP_BYTES = 1500.0 / 1448;
  /** An interval that an agent measures is one of seconds; a longer one says nothing of now. */
  private static final long LONGEST_MILLIS = 60_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double MILLIS = 1e3;
  private static final double MICROS = 1e6;

  private final NetworkModel network;
  private final NetworkEvents events;
  private final Grants grants = new Grants();
  private final Map<LinkId, LinkCapacity> links = new TreeMap<>();
  private final double plannedShare;

  CapacityBook(NetworkModel network, NetworkEvents events, NetworkSettings settings) {
    this.network = network;
    this.events = events;
    this.plannedShare = settings.planEfficiency() * (1 - settings.keptForJobs()) * IP_BYTES;
  }

  /** A round has granted so much on each link, payload bytes/s. */
  void granted(Map<LinkId, Long> bytesPerSecond, long nowNanos) {
    grants.granted(bytesPerSecond, nowNanos);
  }

  /**
   * An agent measured one of its links.
   *
   * @throws IllegalArgumentException if there is no such link, or the numbers can't be
   */
  void report(Path path, LinkReport report, long nowNanos) {
    if (path.links().size() != 1) {
      throw new IllegalArgumentException("expected a report of a link, got one of " + path);
    }
    LinkId link = path.links().get(0);
    LinkCapacity capacity = links.computeIfAbsent(link, this::unmeasured);
    capacity.observe(observation(link, report, nowNanos), nowNanos / 1e9);
    follow(link, capacity, nowNanos);
  }

  private LinkCapacity unmeasured(LinkId id) {
    Link link = network.nominal().links().get(network.nominal().indexOf(id));
    return new LinkCapacity(link.capacity().bytesPerSecond(), !link.measured(), plannedShare);
  }

  private LinkObservation observation(LinkId link, LinkReport report, long nowNanos) {
    long millis = Integer.toUnsignedLong(report.getIntervalMillis());
    long limitedMillis = Integer.toUnsignedLong(report.getNetworkLimitedMillis());
    long delivered = report.getDeliveredBytes();
    long limitedBytes = report.getNetworkLimitedBytes();
    if (millis < 1 || millis > LONGEST_MILLIS || limitedMillis > millis || delivered < 0 || limitedBytes < 0 || limitedBytes > delivered) {
      throw new IllegalArgumentException(link + ": what was measured can't be: " + delivered + " bytes in " + millis + " ms, "
          + limitedBytes + " of them in " + limitedMillis + " ms");
    }
    double granted = grants.leastSince(link, nowNanos - millis * NANOS_PER_MILLI);
    return new LinkObservation(millis / MILLIS, rate(delivered, millis), limitedMillis / MILLIS, rate(limitedBytes, limitedMillis),
        Integer.toUnsignedLong(report.getReceiverLimitedMillis()) / MILLIS, queuedSeconds(report), granted * IP_BYTES);
  }

  /** By Little's law. */
  private static double queuedSeconds(LinkReport report) {
    double seconds = report.getQueuedBytes() * (report.getIntervalMillis() / MILLIS) / Math.max(1, report.getDeliveredBytes());
    return Math.max(0, seconds - report.getLeastRttMicros() / MICROS);
  }

  private static double rate(long bytes, long millis) {
    return millis == 0 ? 0 : bytes * IP_BYTES * MILLIS / millis;
  }

  /** Ends trials that came to nothing. */
  void tick(long nowNanos) {
    links.forEach((link, capacity) -> {
      capacity.tick(nowNanos / 1e9);
      follow(link, capacity, nowNanos);
    });
  }

  private void follow(LinkId link, LinkCapacity capacity, long nowNanos) {
    capacity.measuredSeconds().ifPresent(seconds ->
        events.measured(link, new Bandwidth(capacity.estimate()), Math.round(seconds * 1e9), nowNanos));
    boolean trial = capacity.planned() != capacity.estimate();
    events.trial(link, trial ? Optional.of(new Bandwidth(capacity.planned())) : Optional.empty(), nowNanos);
  }
}
