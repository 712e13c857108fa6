package dev.terra.agent.control;

import com.google.common.collect.Sets;
import dev.terra.agent.pace.Rates;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.BundleRef;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.RatesInForce;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rates in force. A bundle that no epoch has named yet starts at a small rate, or at a larger one if readers wait for few bytes. A
 * bundle that an epoch has named gets the rates of the epoch, which may be 0. Without a controller for longer than the lease, bundles share
 * the tunnels equally. The state of the network and of the lease is passed as arguments.
 */
public final class RateBook {
  /** The share of a site pair's stock rate that its bundles together get before an epoch names them, and that their floors take. */
  static final double BOOTSTRAP_SHARE = 0.05;
  /** The share of a site pair's stock rate that its bundles together get while no controller schedules, and at most before one can. */
  static final double UNSCHEDULED_SHARE = 0.5;
  /**
   * A time in seconds. If readers wait for no more bytes than the stock path carries in this time, their bundle gets
   * {@link #UNSCHEDULED_SHARE}, since so few bytes cannot wait for a schedule. For more bytes, the share is smaller in proportion.
   */
  static final double LITTLE_SECONDS = 1;

  private final SiteId site;
  private long session;
  private long number;
  private Map<BundleId, Map<Path, Double>> byBundle = new HashMap<>();
  /** The sums of the last epoch's rates. They include the rates of shuffles that have ended since, which other shuffles may use. */
  private Map<SiteId, Map<Path, Double>> bySite = new HashMap<>();
  private Set<SiteId> drained = Set.of();
  /** The shuffles of which no chunk is to be compressed. */
  private Set<ShuffleId> asIs = Set.of();

  /** Creates a book without rates for the bundles of a site. */
  public RateBook(SiteId site) {
    this.site = site;
  }

  /**
   * Begins a controller's session. The numbers of its epochs cannot be compared with those of an earlier session. Rates stay until a new
   * epoch replaces them.
   */
  public void session(long controllerSession) {
    if (controllerSession != session) {
      session = controllerSession;
      number = 0;
    }
  }

  /**
   * Applies an epoch of the current session, whole or not at all. An older epoch is ignored. So is the same epoch again, unless it is full,
   * as after a lost stream.
   *
   * @return whether it was applied
   * @throws IllegalArgumentException if a rate, a path or a site in it is invalid
   */
  public boolean apply(Epoch epoch) {
    int order = Long.compareUnsigned(epoch.getNumber(), number);
    if (order < 0 || (order == 0 && !epoch.getFull())) {
      return false;
    }
    Map<BundleId, Map<Path, Double>> next = epoch.getFull() ? new HashMap<>() : new HashMap<>(byBundle);
    for (BundleRef removed : epoch.getRemovedList()) {
      next.remove(bundle(removed.getShuffle(), removed.getTo()));
    }
    Set<ShuffleId> nextAsIs = epoch.getFull() ? new HashSet<>() : new HashSet<>(asIs);
    for (BundleRates bundle : epoch.getBundlesList()) {
      BundleId id = bundle(bundle.getShuffle(), bundle.getTo());
      next.put(id, ratesOf(bundle));
      if (bundle.getAsIs()) {
        nextAsIs.add(id.shuffle());
      } else {
        nextAsIs.remove(id.shuffle());
      }
    }
    if (epoch.getFull() || epoch.hasDrained()) {
      drained = epoch.getDrained().getSitesList().stream().map(SiteId::new).collect(Collectors.toUnmodifiableSet());
    }
    number = epoch.getNumber();
    byBundle = next;
    asIs = nextAsIs;
    bySite = sums(next);
    return true;
  }

  private BundleId bundle(String shuffle, String to) {
    return new BundleId(new ShuffleId(shuffle), site, new SiteId(to));
  }

  private static Map<SiteId, Map<Path, Double>> sums(Map<BundleId, Map<Path, Double>> byBundle) {
    Map<SiteId, Map<Path, Double>> sums = new HashMap<>();
    byBundle.forEach((bundle, rates) -> rates.forEach(
        (path, rate) -> sums.computeIfAbsent(bundle.to(), site -> new HashMap<>()).merge(path, rate, Double::sum)));
    return sums;
  }

  private static Map<Path, Double> ratesOf(BundleRates bundle) {
    Map<Path, Double> rates = new LinkedHashMap<>();
    for (RateOnPath rate : bundle.getRatesList()) {
      double value = rate.getBytesPerSecond();
      if (!Double.isFinite(value) || value < 0) {
        throw new IllegalArgumentException("expected a rate of at least 0 B/s for " + bundle.getShuffle() + ", got " + value);
      }
      rates.put(WanPaths.of(rate.getPath()), value);
    }
    return rates;
  }

  /** Returns all rates that epochs have named, for a new leader. */
  public RatesInForce inForce() {
    RatesInForce.Builder rates = RatesInForce.newBuilder();
    byBundle.forEach((bundle, byPath) -> rates.addBundles(message(bundle, byPath)));
    return rates.build();
  }

  private static BundleRates message(BundleId bundle, Map<Path, Double> byPath) {
    BundleRates.Builder message = BundleRates.newBuilder().setShuffle(bundle.shuffle().value()).setTo(bundle.to().name());
    byPath.forEach((path, rate) -> message.addRates(RateOnPath.newBuilder().setBytesPerSecond(rate).setPath(WanPaths.message(path))));
    return message.build();
  }

  /** Returns whether an operator takes a site's agent out of use, so that nothing new is sent from or to the site. */
  public boolean isDrained(SiteId site) {
    return drained.contains(site);
  }

  /** Returns whether the controller permits that chunks of a shuffle are compressed. */
  public boolean mayCompress(ShuffleId shuffle) {
    return !asIs.contains(shuffle);
  }

  /** Returns whether an epoch has named a bundle. */
  public boolean names(BundleId bundle) {
    return byBundle.containsKey(bundle);
  }

  /** Forgets a shuffle. */
  public void dropShuffle(ShuffleId shuffle) {
    byBundle.keySet().removeIf(bundle -> bundle.shuffle().equals(shuffle));
    asIs = Sets.difference(asIs, Set.of(shuffle)).immutableCopy();
  }

  /**
   * Returns the rates of a bundle by path, in bytes per second.
   *
   * @param scheduled whether there is a controller, or was one within the lease
   * @param stockBytesPerSecond the rate of the stock path to the bundle's site; if several agents share this site, the part of this agent
   */
  public Map<Path, Double> of(Rates.Question question, boolean scheduled, double stockBytesPerSecond) {
    if (!scheduled) {
      return equally(question, question.livePaths(), stockBytesPerSecond * UNSCHEDULED_SHARE);
    }
    Map<Path, Double> named = byBundle.get(question.bundle());
    if (named != null && !useless(named, question)) {
      return named;
    }
    double share = named == null ? bootstrapShare(question, stockBytesPerSecond) : BOOTSTRAP_SHARE;
    return equally(question, shortest(question.livePaths()), stockBytesPerSecond * share);
  }

  /**
   * Returns the sum of the last epoch's rates of all bundles to a site, by path. It is empty for a drained site, which gets nothing besides
   * the rates that epochs name.
   *
   * @param scheduled whether there is a controller, or was one within the lease
   */
  public Map<Path, Double> scheduled(SiteId to, boolean scheduled) {
    return scheduled && !isDrained(to) ? bySite.getOrDefault(to, Map.of()) : Map.of();
  }

  /** Returns the share of a bundle without rates: the fewer bytes readers wait for, the larger it is. It is small if no reader waits. */
  private static double bootstrapShare(Rates.Question question, double stockBytesPerSecond) {
    if (question.waitedForBytes() == 0) {
      return BOOTSTRAP_SHARE;
    }
    double little = Math.min(1, stockBytesPerSecond * LITTLE_SECONDS / question.waitedForBytes());
    return Math.max(BOOTSTRAP_SHARE, UNSCHEDULED_SHARE * little);
  }

  /** Returns the floor of a bundle with a waiting reader: the usual one, or less if many bundles share a slow network. */
  public double floor(Rates.Question question, double stockBytesPerSecond) {
    double share = stockBytesPerSecond * BOOTSTRAP_SHARE / question.bundlesToSite();
    return share > 0 ? Math.min(Rates.FLOOR_BYTES_PER_SECOND, share) : Rates.FLOOR_BYTES_PER_SECOND;
  }

  /** Returns whether a bundle has a rate above 0, and all paths with such a rate are down. */
  private static boolean useless(Map<Path, Double> named, Rates.Question question) {
    boolean planned = false;
    for (Map.Entry<Path, Double> rate : named.entrySet()) {
      if (rate.getValue() > 0) {
        if (question.livePaths().contains(rate.getKey())) {
          return false;
        }
        planned = true;
      }
    }
    return planned;
  }

  /**
   * Returns the paths with the fewest links. If all pairs of sites used all their paths, links would get several times the load that they
   * can carry, and the controller's schedule, which ends the overload, would arrive late.
   */
  private static List<Path> shortest(Set<Path> paths) {
    int fewest = paths.stream().mapToInt(path -> path.sites().size()).min().orElse(0);
    return paths.stream().filter(path -> path.sites().size() == fewest).toList();
  }

  /** Divides a rate equally among the bundles to a site, and the part of a bundle among paths. */
  private static Map<Path, Double> equally(Rates.Question question, Collection<Path> paths, double bytesPerSecond) {
    Map<Path, Double> rates = new HashMap<>();
    paths.forEach(path -> rates.put(path, bytesPerSecond / question.bundlesToSite() / paths.size()));
    return rates;
  }
}
