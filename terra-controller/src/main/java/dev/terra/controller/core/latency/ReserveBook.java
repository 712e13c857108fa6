package dev.terra.controller.core.latency;

import com.google.common.math.LongMath;
import dev.terra.api.v1.SmallResponses;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.core.latency.LinkReserve;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How much plans leave of each link to small fetches of the classes above bulk. It is computed from what each site's handlers have sent of
 * such fetches to each other site, on the links of the stock path. This class is used on the controller's thread only.
 */
final class ReserveBook {
  /** The shortest interval of a measurement, two ticks. In a shorter interval, a single fetch looks like a stream. */
  private static final long INTERVAL_NANOS = 900_000_000L;
  private static final double NANOS = 1e9;

  private final NetworkModel network;
  private final AgentBook agents;
  private final RoundTimer timer;
  private final Map<SitePair, Long> fresh = new HashMap<>();
  private final Map<LinkId, LinkReserve> links = new TreeMap<>();
  private @Nullable Long measuredNanos;

  ReserveBook(NetworkModel network, AgentBook agents, RoundTimer timer) {
    this.network = network;
    this.agents = agents;
    this.timer = timer;
  }

  /**
   * Adds the small responses that a site's handlers have sent since its agent's last report.
   *
   * @throws IllegalArgumentException if the destination is no other site of the WAN, or the number of bytes is negative
   */
  void sent(SiteId from, SmallResponses small) {
    SitePair pair = new SitePair(from, new SiteId(small.getTo()));
    network.nominal().indexOf(pair.to());
    if (pair.to().equals(from) || small.getBytes() < 0) {
      throw new IllegalArgumentException("expected small responses to another site, got " + small.getBytes() + " bytes to " + pair.to());
    }
    fresh.merge(pair, small.getBytes(), LongMath::saturatedAdd);
  }

  /**
   * Updates what rounds leave of links from what was sent since the last interval. This method is called on every tick. The first call only
   * begins an interval.
   */
  void measure(long nowNanos) {
    long fromNanos = measuredNanos == null ? nowNanos : measuredNanos;
    if (measuredNanos == null) {
      measuredNanos = nowNanos;
      fresh.clear();
    }
    if (nowNanos - fromNanos < INTERVAL_NANOS) {
      return;
    }
    Map<LinkId, Double> rates = rates((nowNanos - fromNanos) / NANOS);
    measuredNanos = nowNanos;
    fresh.clear();
    Set<LinkId> all = new TreeSet<>(links.keySet());
    all.addAll(rates.keySet());
    all.forEach(link -> links.put(link, links.getOrDefault(link, LinkReserve.NONE)
        .after(rates.getOrDefault(link, 0.0), agents.keepsClasses(link), nowNanos)));
    Map<LinkId, Double> left = new TreeMap<>();
    links.forEach((link, reserve) -> left.put(link, reserve.bytesPerSecond()));
    left.values().removeIf(rate -> rate == 0);
    Set<LinkId> keeping = network.nominal().links().stream().map(Link::id).filter(agents::keepsClasses).collect(Collectors.toSet());
    boolean changed = network.leave(left);
    changed |= network.keepClasses(keeping);
    if (changed) {
      timer.request(nowNanos);
    }
  }

  /** Returns the rate of small responses on each link, in IP bytes/s. */
  private Map<LinkId, Double> rates(double seconds) {
    Map<LinkId, Double> rates = new HashMap<>();
    fresh.forEach((pair, bytes) -> network.paths().stockLinks(pair)
        .forEach(link -> rates.merge(link, bytes / Payload.SHARE / seconds, Double::sum)));
    return rates;
  }
}
