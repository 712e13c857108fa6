package dev.terra.agent.site;

import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.SmallFetchWay;
import dev.terra.core.latency.SmallFetchWay.Network;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which small fetches go by tunnels, ahead of bulk chunks: by {@link SmallFetchWay} for each site and class above bulk, as handlers measure
 * what promises something. To each site they get at most {@link #SHARE} of what the stock path gives. On the agent's thread.
 */
public final class SmallFetchWays {
  /** What schedules leave to small fetches on a link at most. */
  static final double SHARE = 0.5;
  private static final double NANOS = 1e9;

  private final Outlook outlook;
  private final ClassTotals totals;
  private final Map<Key, SmallFetchWay> ways = new HashMap<>();
  private final Map<SiteId, Allowance> allowances = new HashMap<>();
  private Set<LinkId> mixed = Set.of();

  private record Key(SiteId to, LatencyClass latencyClass) {}

  /** Bytes that may go at once, at most those of a second, and when they were counted. */
  private record Allowance(double bytes, long nanos) {
    Allowance at(long nowNanos, double bytesPerSecond) {
      return new Allowance(Math.min(bytesPerSecond, bytes + bytesPerSecond * (nowNanos - nanos) / NANOS), nowNanos);
    }

    Allowance less(long taken) {
      return new Allowance(bytes - taken, nanos);
    }
  }

  /** All take the stock path. */
  public SmallFetchWays(Outlook outlook, ClassTotals totals) {
    this.outlook = outlook;
    this.totals = totals;
  }

  /** The controller says which links were measured to keep no classes. */
  public void follow(ClassRules rules) {
    mixed = rules.getMixedList().stream().map(link -> new LinkId(new SiteId(link.getFrom()), new SiteId(link.getTo())))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Looks at what was measured and at the network. To be called every 500 ms. */
  void tick(long nowNanos) {
    totals.takeMeasured().forEach(measured -> ways.compute(new Key(measured.to(), measured.latencyClass()),
        (key, way) -> (way == null ? SmallFetchWay.STOCK : way).measured(measured.fetches(), measured.meanNanos(), nowNanos)));
    ways.replaceAll((key, way) -> way.after(network(key.to), nowNanos));
  }

  private Network network(SiteId to) {
    return outlook.roundTrips(to).map(trips -> new Network(isOneQueue(trips.path()), trips.nanos(), trips.leastNanos()))
        .orElse(Network.UNKNOWN);
  }

  private boolean isOneQueue(Path stock) {
    return stock.links().stream().anyMatch(mixed::contains);
  }

  /** The class of an offer that goes by tunnels; it counts as gone. Empty: it takes the stock path. */
  Optional<LatencyClass> take(RemoteOffer offer, long nowNanos) {
    long bytes = offer.message().getSegmentsList().stream().mapToLong(SegmentLength::getPartLength).sum();
    Optional<LatencyClass> taken = ClassMessages.of(offer.message().getLatencyClass())
        .filter(latencyClass -> isByTunnels(offer.at(), latencyClass) && spend(offer.at(), bytes, nowNanos));
    taken.ifPresent(latencyClass -> totals.byTunnels(offer.at(), latencyClass, bytes));
    return taken;
  }

  private boolean isByTunnels(SiteId to, LatencyClass latencyClass) {
    return ways.getOrDefault(new Key(to, latencyClass), SmallFetchWay.STOCK).isByTunnels();
  }

  /** Takes bytes from what may go to a site, if that are enough. */
  private boolean spend(SiteId to, long bytes, long nowNanos) {
    double rate = SHARE * outlook.stockBytesPerSecond(to);
    Allowance now = allowances.getOrDefault(to, new Allowance(rate, nowNanos)).at(nowNanos, rate);
    boolean fits = bytes <= now.bytes;
    allowances.put(to, fits ? now.less(bytes) : now);
    return fits;
  }

  /** A fetch by tunnels has not arrived: its reader went another way. */
  void failed(SiteId to, LatencyClass latencyClass, long nowNanos) {
    ways.computeIfPresent(new Key(to, latencyClass), (key, way) -> way.failed(nowNanos));
  }
}
