package dev.terra.controller.core.capacity;

import dev.terra.api.v1.LinkReport;
import dev.terra.controller.core.network.NetworkEvents;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.network.NetworkSettings;
import dev.terra.core.capacity.LinkCapacity;
import dev.terra.core.capacity.LinkObservation;
import dev.terra.core.capacity.PathObservation;
import dev.terra.core.capacity.ShortageSearch;
import dev.terra.core.slice.SliceId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Determines what links carry from the reports of agents, and passes changes on to the network. This class is used on the controller's
 * thread only.
 */
public final class CapacityBook {
  /** IP bytes on a link for each payload byte. Packets of 1,500 bytes carry 1,448. */
  static final double IP_BYTES = 1 / Payload.SHARE;
  /** The longest interval of a measurement. Agents measure over seconds; a longer interval does not show the present state. */
  private static final long LONGEST_MILLIS = 60_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  /** The most connections of one tunnel in a report. Agents open fewer. */
  private static final int MOST_CONNECTIONS = 64;
  /** How often links are judged where whole paths are measured. Each path is reported after about this time. */
  private static final long ATTRIBUTED_NANOS = 500_000_000;
  /** Measurements of paths within this time are combined. It is two of their intervals. */
  private static final long SAME_MOMENT_NANOS = SharedLinks.SAME_MOMENT_NANOS;
  private static final double MILLIS = 1e3;
  private static final double MICROS = 1e6;

  private final NetworkModel network;
  private final NetworkEvents events;
  private final Grants<LinkId> grants = new Grants<>();
  private final Grants<Path> pathGrants = new Grants<>();
  /** The latest measurement of each connection that goes from end to end. */
  private final Map<Connection, Seen> connections = new HashMap<>();
  private long attributedNanos;
  private final SharedLinks shared = new SharedLinks();
  private final PortRates ports = new PortRates();
  private final CarriedRates carried = new CarriedRates();
  private final Map<LinkId, LinkCapacity> links = new TreeMap<>();
  /**
   * The share of a link that is planned while a job shuffles. More is planned of links for which nothing is kept for jobs, also during a
   * trial.
   */
  private final double plannedShare;
  private final boolean measureLinks;

  public CapacityBook(NetworkModel network, NetworkEvents events, NetworkSettings settings) {
    this.network = network;
    this.events = events;
    this.plannedShare = settings.use().shareBesideJobs() * IP_BYTES;
    this.measureLinks = settings.use().measureLinks();
  }

  /**
   * A connection number of a tunnel along a path from end to end, for all agents of a site. What is granted on a path is divided equally
   * among the numbers, and the agents of a site share the part of a number.
   */
  private record Lane(Path path, int number) {}

  /** A connection of one agent's tunnel that goes from end to end. */
  private record Connection(Lane lane, SliceId slice) {}

  private record Seen(LinkObservation network, long nanos) {}

  /** Notes what a round has granted on each link and on each path, in payload bytes/s. */
  public void granted(Map<LinkId, Long> ofLinks, Map<Path, Long> ofPaths, long nowNanos) {
    grants.granted(ofLinks, nowNanos);
    pathGrants.granted(ofPaths, nowNanos);
  }

  /**
   * Applies an agent's measurement of one of its links, or of one connection of a tunnel from end to end.
   *
   * @throws IllegalArgumentException if there is no such link or tunnel, or the numbers are impossible
   */
  void report(SliceId from, Path path, LinkReport report, long nowNanos) {
    long since = nowNanos - NANOS_PER_MILLI * Integer.toUnsignedLong(
        report.getNetworkLimitedMillis() > 0 ? report.getNetworkLimitedMillis() : report.getIntervalMillis());
    if (report.getEndToEnd()) {
      connection(from, path, report, observation(path, report, pathGrants.leastSince(path, since) / connections(report)), nowNanos);
    } else if (path.links().size() == 1) {
      LinkId link = path.links().get(0);
      LinkObservation seen = observation(path, report, grants.leastSince(link, since));
      ports.carried(link, seen.bytesPerSecond() * seen.seconds());
      carried.seen(new CarriedRates.Place(path, from.number(), 0), seen.bytesPerSecond(), nowNanos);
      shared.together(link, from, seen, nowNanos).ifPresent(all -> observe(link, all, nowNanos));
    } else {
      throw new IllegalArgumentException("expected a report of a link, got one of " + path);
    }
  }

  /** Returns what tunnels carry over each link at present, in IP bytes/s. Links without traffic are missing. */
  public Map<LinkId, Long> carried(long nowNanos) {
    return carried.now(nowNanos);
  }

  /** Applies how many bytes the ports to links have sent since the ports came up. */
  void ports(Map<LinkId, Long> sentBytes, long nowNanos) {
    sentBytes.forEach((link, sent) -> ports.others(link, sent, nowNanos).ifPresent(others ->
        Optional.ofNullable(links.get(link)).ifPresent(capacity -> capacity.others(others, nowNanos / 1e9))));
  }

  private void observe(LinkId link, LinkObservation seen, long nowNanos) {
    if (!measureLinks && !nominal(link).measured()) {
      return;
    }
    LinkCapacity capacity = links.computeIfAbsent(link, this::unmeasured);
    capacity.observe(seen, nowNanos / 1e9);
    follow(link, capacity, nowNanos);
  }

  private static int connections(LinkReport report) {
    if (report.getConnections() < 1 || report.getConnections() > MOST_CONNECTIONS) {
      throw new IllegalArgumentException("expected a tunnel of 1 to " + MOST_CONNECTIONS + " connections, got "
          + Integer.toUnsignedString(report.getConnections()));
    }
    return report.getConnections();
  }

  /**
   * Applies the measurement of a connection from end to end. The links that are short are determined from the measurements of all paths at
   * about the same time.
   */
  private void connection(SliceId from, Path path, LinkReport report, LinkObservation seen, long nowNanos) {
    if (!network.paths().has(path)) {
      throw new IllegalArgumentException("no tunnel is planned along " + path);
    }
    carried.seen(new CarriedRates.Place(path, from.number(), report.getConnection()), seen.bytesPerSecond(), nowNanos);
    connections.put(new Connection(new Lane(path, report.getConnection()), from), new Seen(seen, nowNanos));
    if (nowNanos - attributedNanos >= ATTRIBUTED_NANOS) {
      attributedNanos = nowNanos;
      connections.values().removeIf(old -> nowNanos - old.nanos > SAME_MOMENT_NANOS);
      ShortageSearch.links(paths(), link -> network.capacity(link).bytesPerSecond())
          .forEach((link, observation) -> {
            ports.carried(link, observation.bytesPerSecond() * observation.seconds());
            observe(link, observation, nowNanos);
          });
    }
  }

  /**
   * Returns the connections as measurements of paths. Connections of several agents are combined: the path carries what all of them
   * deliver, and if any of them waits for the network, the path carries no more.
   */
  private List<PathObservation> paths() {
    Map<Lane, List<LinkObservation>> lanes = new HashMap<>();
    connections.forEach((connection, seen) -> lanes.computeIfAbsent(connection.lane, first -> new ArrayList<>()).add(seen.network));
    return lanes.entrySet().stream()
        .map(lane -> new PathObservation(lane.getKey().path, LinkObservation.together(lane.getValue()))).toList();
  }

  private Link nominal(LinkId id) {
    return network.nominal().links().get(network.nominal().indexOf(id));
  }

  private LinkCapacity unmeasured(LinkId id) {
    Link link = nominal(id);
    return new LinkCapacity(link.capacity().bytesPerSecond(), !link.measured(), plannedShare);
  }

  private static LinkObservation observation(Path link, LinkReport report, double granted) {
    long millis = Integer.toUnsignedLong(report.getIntervalMillis());
    long limitedMillis = Integer.toUnsignedLong(report.getNetworkLimitedMillis());
    long delivered = report.getDeliveredBytes();
    long limitedBytes = report.getNetworkLimitedBytes();
    if (millis < 1 || millis > LONGEST_MILLIS || limitedMillis > millis || delivered < 0 || limitedBytes < 0 || limitedBytes > delivered) {
      throw new IllegalArgumentException(link + ": the measurement is impossible: " + delivered + " bytes in " + millis + " ms, "
          + limitedBytes + " of them in " + limitedMillis + " ms");
    }
    return new LinkObservation(millis / MILLIS, rate(delivered, millis), limitedMillis / MILLIS, rate(limitedBytes, limitedMillis),
        Integer.toUnsignedLong(report.getReceiverLimitedMillis()) / MILLIS, queuedSeconds(report), granted * IP_BYTES);
  }

  /** Returns the time that bytes wait in queues, by Little's law. */
  private static double queuedSeconds(LinkReport report) {
    double seconds = report.getQueuedBytes() * (report.getIntervalMillis() / MILLIS) / Math.max(1, report.getDeliveredBytes());
    return Math.max(0, seconds - report.getLeastRttMicros() / MICROS);
  }

  private static double rate(long bytes, long millis) {
    return millis == 0 ? 0 : bytes * IP_BYTES * MILLIS / millis;
  }

  /** Ends trials that had no result. */
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
    events.trial(link, trial ? new Bandwidth(capacity.planned()) : null, nowNanos);
  }
}
