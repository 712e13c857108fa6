package dev.terra.cli.topology;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes a WAN in which every site has a link to every other one. The values of a link are measured, else computed from the distance, else
 * guessed.
 */
final class MeshMaker {
  /** The speed of light in fibre, 200 km per millisecond; cables are a third longer than the direct way. */
  private static final double KILOMETRES_PER_MILLISECOND = 200 / 1.33;
  private static final double LEAST_MILLIS = 0.5;
  private static final Duration UNKNOWN_LATENCY = Duration.ofMillis(10);

  private final Map<LinkId, Double> bytesPerSecond = new HashMap<>();
  private final Map<LinkId, Double> latencyMillis = new HashMap<>();
  private final Bandwidth otherwise;
  private final Function<LinkId, LinkPrice> prices;

  /**
   * Makes a maker without measurements.
   *
   * @param otherwise the capacity of links without a measurement, with which measuring begins
   * @param prices the prices of links
   */
  MeshMaker(Bandwidth otherwise, Function<LinkId, LinkPrice> prices) {
    this.otherwise = otherwise;
    this.prices = prices;
  }

  /** Sets the measured capacity of a link. */
  void carries(LinkId link, double measuredBytesPerSecond) {
    bytesPerSecond.put(link, measuredBytesPerSecond);
  }

  /** Sets a link's one-way latency, ms. */
  void takes(LinkId link, double millis) {
    latencyMillis.put(link, millis);
  }

  /** Returns the mesh of some sites. */
  Wan make(String name, List<Site> sites) {
    List<Link> links = new ArrayList<>();
    for (Site from : sites) {
      sites.stream().filter(to -> !to.equals(from)).map(to -> link(from, to)).forEach(links::add);
    }
    return new Wan(name, sites, links);
  }

  private Link link(Site from, Site to) {
    LinkId id = new LinkId(from.id(), to.id());
    Double measured = bytesPerSecond.get(id);
    Bandwidth capacity = measured == null ? otherwise : new Bandwidth(measured);
    return new Link(id, capacity, latency(id, from, to), prices.apply(id), measured == null);
  }

  private Duration latency(LinkId id, Site from, Site to) {
    if (latencyMillis.containsKey(id)) {
      return Duration.ofNanos(Math.round(latencyMillis.get(id) * 1e6));
    }
    if (from.coordinates().isEmpty() || to.coordinates().isEmpty()) {
      return UNKNOWN_LATENCY;
    }
    double kilometres = from.coordinates().get().kilometresTo(to.coordinates().get());
    return Duration.ofMillis(Math.round(Math.max(LEAST_MILLIS, kilometres / KILOMETRES_PER_MILLISECOND)));
  }
}
