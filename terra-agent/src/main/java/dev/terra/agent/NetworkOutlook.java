package dev.terra.agent;

import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.PlaceRules;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.control.UnnamedBundles;
import dev.terra.agent.pace.Rates;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.site.Outlook;
import dev.terra.agent.site.SiteRoundTrips;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.version.Capability;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Determines how fast bytes may be sent and whether they should go through Terra at all. Both depend on the last orders of the controller,
 * on the age of these orders, and on which tunnels are up. An instance is used on the agent's thread only.
 */
final class NetworkOutlook implements Outlook, Rates {
  private static final Comparator<Tunnel> STOCK_FIRST =
      Comparator.comparingInt((Tunnel tunnel) -> tunnel.path().sites().size()).thenComparingLong(Tunnel::leastRttNanos);

  private final SiteId self;
  private final Tunnels tunnels;
  private final RateBook rates;
  private final ControlClient control;
  private final UnnamedBundles unnamed = new UnnamedBundles();
  private final PlaceRules places = new PlaceRules();
  private final Map<SiteId, Double> stockRates = new HashMap<>();
  private final Events events;
  private long nowNanos;
  private boolean withinLease;

  /** Creates the outlook of one site. */
  NetworkOutlook(SiteId self, Tunnels tunnels, RateBook rates, ControlClient control, Events events) {
    this.events = events;
    this.self = self;
    this.tunnels = tunnels;
    this.rates = rates;
    this.control = control;
  }

  /** Returns the rules on the sites at which bytes of shuffles may be. */
  PlaceRules places() {
    return places;
  }

  /** Notes the controller's figure for the rate of the stock path to a site, in bytes per second. */
  void stockBytesPerSecond(SiteId site, double bytesPerSecond) {
    stockRates.put(site, bytesPerSecond);
  }

  /** Checks which bundles the controller's schedule names, and whether the lease has run out. It is to be called every 100 ms. */
  void tick(List<Outbox.Progress> bundles, long now) {
    nowNanos = now;
    unnamed.update(bundles, rates, now);
    boolean within = control.isWithinLease();
    if (withinLease && !within) {
      events.add(AgentEventKind.LEASE_EXPIRED, "controller", "tunnels are shared equally, new fetches take the stock path");
    }
    withinLease = within;
  }

  @Override
  public double stockBytesPerSecond(SiteId site) {
    return stockRates.getOrDefault(site, 0.0);
  }

  @Override
  public double leastStockBytesPerSecond() {
    return stockRates.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
  }

  /**
   * Returns the tunnel over the links of the stock path, of the given tunnels to one site. It is the tunnel with the fewest links, and of
   * several the one with the shortest round trip.
   */
  static Optional<Tunnel> overStockPath(Stream<Tunnel> toSite) {
    return toSite.min(STOCK_FIRST);
  }

  @Override
  public Optional<SiteRoundTrips> roundTrips(SiteId site) {
    return overStockPath(tunnels.sendingTo(site).stream().filter(tunnel -> tunnel.leastRttNanos() > 0))
        .map(stock -> new SiteRoundTrips(stock.path(), stock.rttNanos(), stock.leastRttNanos()));
  }

  @Override
  public boolean hasCache(SiteId site) {
    return tunnels.can(site, Capability.SITE_CACHE);
  }

  @Override
  public boolean refusesStock(ShuffleId shuffle) {
    return places.refusesStock(shuffle);
  }

  @Override
  public String obstacle(ShuffleId shuffle, SiteId site) {
    if (tunnels.sendingTo(site).isEmpty()) {
      return "no tunnel to " + site + " is up";
    }
    Optional<String> ruledOut = places.obstacle(shuffle, pathsTo(site));
    if (ruledOut.isPresent()) {
      return ruledOut.get();
    }
    if (!control.isWithinLease()) {
      return "the lease of the controller has ended";
    }
    if (rates.isDrained(self) || rates.isDrained(site)) {
      return "the agent of " + (rates.isDrained(self) ? self : site) + " is drained";
    }
    return unnamed.tooLong(new BundleId(shuffle, self, site), nowNanos) ? "the controller has not scheduled the bundle" : "";
  }

  private Set<Path> pathsTo(SiteId site) {
    return tunnels.sendingTo(site).stream().map(Tunnel::path).collect(Collectors.toSet());
  }

  @Override
  public Map<Path, Double> of(Question question) {
    return rates.of(question, control.isWithinLease(), stockBytesPerSecond(question.bundle().to()));
  }

  /**
   * Returns the rate of the stock path, on the tunnel over its links. Schedules leave room for small fetches on these links only. Where
   * there is no such tunnel, no known rate or no controller within its lease, it returns the rates of other bundles.
   */
  @Override
  public Map<Path, Double> ofSmall(Question question) {
    Optional<Path> path = overStockPath(tunnels.sendingTo(question.bundle().to()).stream()
        .filter(tunnel -> question.livePaths().contains(tunnel.path()))).map(Tunnel::path);
    double stock = stockBytesPerSecond(question.bundle().to());
    return control.isWithinLease() && path.isPresent() && stock > 0 ? Map.of(path.get(), stock) : of(question);
  }

  @Override
  public Map<Path, Double> scheduled(SiteId to) {
    return rates.isDrained(self) ? Map.of() : rates.scheduled(to, control.isWithinLease());
  }

  @Override
  public boolean mayCompress(ShuffleId shuffle) {
    return rates.mayCompress(shuffle);
  }

  @Override
  public Set<Path> allowed(BundleId bundle, Set<Path> paths) {
    return places.allowed(bundle.shuffle(), paths);
  }

  @Override
  public double floor(Question question) {
    return rates.floor(question, stockBytesPerSecond(question.bundle().to()));
  }
}
