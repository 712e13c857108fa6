package dev.terra.agent.site;

import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.SmallFetchWay;
import dev.terra.core.latency.SmallFetchWay.Network;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Decides which small fetches go by tunnels, ahead of bulk chunks. There is a {@link SmallFetchWay} for each site and each class above
 * bulk. Handlers measure the fetches of classes with a promise on the stock path, and this agent measures the fetches by tunnels. Small
 * fetches to a site get at most {@link #SHARE} of the rate of the stock path. An instance is used on the agent's thread only.
 */
public final class SmallFetchWays {
  /** The largest share of a link that schedules leave to small fetches. */
  static final double SHARE = 0.5;
  /** The most segments by tunnels that are measured at a time. Further ones are sent unmeasured. */
  private static final int MOST_MEASURED = 4_096;
  /** The multiple of the stock path's latency after which a fetch that has not arrived is counted with its time so far. */
  private static final double LATE = 2;
  private static final double NANOS = 1e9;
  private static final double NANOS_A_MILLI = 1e6;

  private final Outlook outlook;
  private final ClassTotals totals;
  private final Events events;
  private final Map<Key, SmallFetchWay> ways = new HashMap<>();
  private final Map<SiteId, Allowance> allowances = new HashMap<>();
  private final Map<Going, Begun> going = new LinkedHashMap<>();
  private Set<LinkId> mixed = Set.of();

  private record Key(SiteId to, LatencyClass latencyClass) {}

  /** A segment on its way by tunnels. */
  private record Going(SegmentCopy copy, SiteId to) {}

  /** The class of a segment on its way, and the time when its reader was redirected. */
  private record Begun(LatencyClass latencyClass, long nanos) {}

  /** The bytes that may be sent at once, at most those of one second, and the time when they were counted. */
  private record Allowance(double bytes, long nanos) {
    Allowance at(long nowNanos, double bytesPerSecond) {
      return new Allowance(Math.min(bytesPerSecond, bytes + bytesPerSecond * (nowNanos - nanos) / NANOS), nowNanos);
    }

    Allowance less(long taken) {
      return new Allowance(bytes - taken, nanos);
    }
  }

  /** Creates the state in which all small fetches take the stock path. */
  public SmallFetchWays(Outlook outlook, ClassTotals totals, Events events) {
    this.outlook = outlook;
    this.totals = totals;
    this.events = events;
  }

  /** Takes over from the controller which links were measured to keep no classes. */
  public void follow(ClassRules rules) {
    mixed = rules.getMixedList().stream().map(link -> new LinkId(new SiteId(link.getFrom()), new SiteId(link.getTo())))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Updates the choices from the measurements and the state of the network. It is to be called every 500 ms. */
  void tick(long nowNanos) {
    totals.takeMeasured().forEach(measured -> ways.compute(new Key(measured.to(), measured.latencyClass()),
        (key, way) -> (way == null ? SmallFetchWay.STOCK : way).measured(measured.fetches(), measured.meanNanos(), nowNanos)));
    List.copyOf(ways.keySet()).forEach(key -> change(key, way -> way.after(network(key.to), nowNanos)));
    going.entrySet().removeIf(each -> countIfLate(each.getKey().to, each.getValue(), nowNanos));
  }

  /** Changes the state of a site and class. If the choice between tunnels and the stock path changes, an event records it. */
  private void change(Key key, UnaryOperator<SmallFetchWay> change) {
    SmallFetchWay before = ways.getOrDefault(key, SmallFetchWay.STOCK);
    SmallFetchWay after = change.apply(before);
    ways.put(key, after);
    if (after.isByTunnels() != before.isByTunnels()) {
      String fetches = "small " + key.latencyClass.word() + " fetches to it ";
      events.add(AgentEventKind.SMALL_FETCHES, key.to.name(), after.isByTunnels()
          ? fetches + "go by tunnels: on the stock path they take " + Math.round(after.latencyNanos() / NANOS_A_MILLI) + " ms"
          : fetches + "take the stock path again");
    }
  }

  /** Counts a late segment with its time so far; returns whether to stop measuring it, as it is late or its class has left tunnels. */
  private boolean countIfLate(SiteId to, Begun begun, long nowNanos) {
    Key key = new Key(to, begun.latencyClass);
    SmallFetchWay way = ways.getOrDefault(key, SmallFetchWay.STOCK);
    boolean late = nowNanos - begun.nanos > LATE * way.latencyNanos();
    if (late) {
      change(key, now -> now.tookByTunnels(nowNanos - begun.nanos, nowNanos));
    }
    return late || !way.isByTunnels();
  }

  /** Begins to measure the segments of a redirected reader. A segment without bytes is left out, since nothing of it arrives. */
  void redirected(RemoteOffer offer, LatencyClass latencyClass, long nowNanos) {
    List<SegmentCopy> copies = offer.copies(0);
    for (int i = 0; i < copies.size() && going.size() < MOST_MEASURED; i++) {
      if (offer.message().getSegments(i).getPartLength() > 0) {
        going.put(new Going(copies.get(i), offer.at()), new Begun(latencyClass, nowNanos));
      }
    }
  }

  /** Notes that all of a segment that was sent ahead of bulk has arrived at a site. */
  public void arrived(SegmentCopy copy, SiteId to, long nowNanos) {
    Begun begun = going.remove(new Going(copy, to));
    if (begun != null) {
      change(new Key(to, begun.latencyClass), way -> way.tookByTunnels(nowNanos - begun.nanos, nowNanos));
    }
  }

  /** Stops measuring the segments of a shuffle that has ended, since none of its readers waits. */
  void ended(ShuffleId shuffle) {
    going.keySet().removeIf(each -> each.copy.shuffle().equals(shuffle));
  }

  private Network network(SiteId to) {
    return outlook.roundTrips(to).map(trips -> new Network(isOneQueue(trips.path()), trips.nanos(), trips.leastNanos()))
        .orElse(Network.UNKNOWN);
  }

  private boolean isOneQueue(Path stock) {
    return stock.links().stream().anyMatch(mixed::contains);
  }

  /** Returns the class of an offer that goes by tunnels, and counts its bytes as sent; empty if it takes the stock path. */
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

  /** Takes bytes from the allowance of a site, if it is large enough; returns whether it is. */
  private boolean spend(SiteId to, long bytes, long nowNanos) {
    double rate = SHARE * outlook.stockBytesPerSecond(to);
    Allowance now = allowances.getOrDefault(to, new Allowance(rate, nowNanos)).at(nowNanos, rate);
    boolean fits = bytes <= now.bytes;
    allowances.put(to, fits ? now.less(bytes) : now);
    return fits;
  }

  /** Notes that a fetch by tunnels has not arrived, and that its reader went another way. */
  void failed(SiteId to, LatencyClass latencyClass, long nowNanos) {
    change(new Key(to, latencyClass), way -> way.failed(nowNanos));
  }
}
