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
 * The rates in force. A bundle that no epoch has named yet starts at a small rate, or at a larger one where readers wait for little; one
 * that is named gets what the epoch says, which may be nothing; without a controller for longer than the lease, bundles share the tunnels
 * equally. Pure: the caller says how things stand.
 */
public final class RateBook {
  /** Share of a pair's stock rate that a pair's bundles get in all before an epoch names them, and that their floors take. */
  static final double BOOTSTRAP_SHARE = 0.05;
  /** Share of a pair's stock rate that is used in all while no controller schedules, and at most before one can. */
  static final double UNSCHEDULED_SHARE = 0.5;
  /** What the stock path carries in so many seconds has no time to wait for a schedule; of more, only so much at first. */
  static final double LITTLE_SECONDS = 1;

  private final SiteId site;
  private long session;
  private long number;
  private Map<BundleId, Map<Path, Double>> byBundle = new HashMap<>();
  /** The rates of the last epoch: what shuffles had that are over since then is still there for others. */
  private Map<SiteId, Map<Path, Double>> bySite = new HashMap<>();
  private Set<SiteId> drained = Set.of();
  /** Shuffles of which no chunk is to be compressed. */
  private Set<ShuffleId> asIs = Set.of();

  /** The rates of a site's bundles: none yet. */
  public RateBook(SiteId site) {
    this.site = site;
  }

  /** A controller's session begins: epochs of an earlier one can't be compared; rates stay until a new epoch replaces them. */
  public void session(long controllerSession) {
    if (controllerSession != session) {
      session = controllerSession;
      number = 0;
    }
  }

  /**
   * Applies an epoch of the current session, whole or not at all; an older one is ignored, and the same again
   * unless it is full, as after a lost stream.
   *
   * @return whether it was applied
   * @throws IllegalArgumentException if a rate, a path or a site in it is none
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

  /** All rates that epochs have named, for a new leader. */
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

  /** Whether an operator takes a site's agent out of use: nothing new goes from or to it. */
  public boolean isDrained(SiteId site) {
    return drained.contains(site);
  }

  /** Whether chunks of a shuffle may be compressed, as far as the controller says. */
  public boolean mayCompress(ShuffleId shuffle) {
    return !asIs.contains(shuffle);
  }

  /** Whether an epoch has named a bundle. */
  public boolean names(BundleId bundle) {
    return byBundle.containsKey(bundle);
  }

  /** Forgets a shuffle. */
  public void dropShuffle(ShuffleId shuffle) {
    byBundle.keySet().removeIf(bundle -> bundle.shuffle().equals(shuffle));
    asIs = Sets.difference(asIs, Set.of(shuffle)).immutableCopy();
  }

  /**
   * The rates of a bundle.
   *
   * @param scheduled whether there is a controller, or there was one within the lease
   * @param stockBytesPerSecond what the stock path to that site gives this agent: where several share the site, its part
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
   * What the last epoch gave all bundles to a site, by path. A drained one gets nothing but what epochs name.
   *
   * @param scheduled whether there is a controller, or there was one within the lease
   */
  public Map<Path, Double> scheduled(SiteId to, boolean scheduled) {
    return scheduled && !isDrained(to) ? bySite.getOrDefault(to, Map.of()) : Map.of();
  }

  /** The less readers wait for, the sooner they have it; what no reader waits for yet begins slowly. */
  private static double bootstrapShare(Rates.Question question, double stockBytesPerSecond) {
    if (question.waitedForBytes() == 0) {
      return BOOTSTRAP_SHARE;
    }
    double little = Math.min(1, stockBytesPerSecond * LITTLE_SECONDS / question.waitedForBytes());
    return Math.max(BOOTSTRAP_SHARE, UNSCHEDULED_SHARE * little);
  }

  /** The floor of a waiting reader: the usual one, or less where many share a slow network. */
  public double floor(Rates.Question question, double stockBytesPerSecond) {
    double share = stockBytesPerSecond * BOOTSTRAP_SHARE / question.bundlesToSite();
    return share > 0 ? Math.min(Rates.FLOOR_BYTES_PER_SECOND, share) : Rates.FLOOR_BYTES_PER_SECOND;
  }

  /** Whether all paths that a bundle has a rate on are down. */
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
   * The paths with the fewest links. If all pairs of sites used all their paths, links would be asked for several times what they carry,
   * and the controller's word, which ends that, would be late.
   */
  private static List<Path> shortest(Set<Path> paths) {
    int fewest = paths.stream().mapToInt(path -> path.sites().size()).min().orElse(0);
    return paths.stream().filter(path -> path.sites().size() == fewest).toList();
  }

  /** Divides what bundles to a site have in all among them, and each one's part among paths. */
  private static Map<Path, Double> equally(Rates.Question question, Collection<Path> paths, double bytesPerSecond) {
    Map<Path, Double> rates = new HashMap<>();
    paths.forEach(path -> rates.put(path, bytesPerSecond / question.bundlesToSite() / paths.size()));
    return rates;
  }
}
