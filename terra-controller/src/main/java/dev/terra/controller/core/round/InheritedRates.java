package dev.terra.controller.core.round;

import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.RatesInForce;
import dev.terra.api.wan.WanPaths;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Rates of the previous leader, as agents report them. */
final class InheritedRates {
  /** Rates are whole bytes, so a plan's sum on a link may be rounded up by this factor. */
  private static final double ROUNDING = 1 + 1e-6;

  private InheritedRates() {}

  /**
   * Returns the rates that an agent follows, as far as they concern planned tunnels.
   *
   * @throws IllegalArgumentException if a rate, a path or a site is invalid, or a path begins at another site
   */
  static Map<BundleId, Map<Path, Long>> of(SiteId site, RatesInForce told, NetworkModel network) {
    Map<BundleId, Map<Path, Long>> rates = new TreeMap<>();
    for (BundleRates bundle : told.getBundlesList()) {
      rates.put(new BundleId(new ShuffleId(bundle.getShuffle()), site, new SiteId(bundle.getTo())), byPath(site, bundle, network));
    }
    return rates;
  }

  private static Map<Path, Long> byPath(SiteId site, BundleRates bundle, NetworkModel network) {
    Map<Path, Long> rates = new LinkedHashMap<>();
    for (RateOnPath rate : bundle.getRatesList()) {
      Path path = WanPaths.of(rate.getPath());
      if (!path.from().equals(site) || !path.to().name().equals(bundle.getTo()) || !(rate.getBytesPerSecond() >= 0)) {
        throw new IllegalArgumentException("the agent of " + site + " reports a rate of " + rate.getBytesPerSecond() + " B/s on " + path
            + " for " + bundle.getShuffle() + " to " + bundle.getTo());
      }
      long whole = (long) rate.getBytesPerSecond();
      if (whole > 0 && network.paths().has(path)) {
        rates.put(path, whole);
      }
    }
    return rates;
  }

  /** Returns whether a plan fits into the capacity that may be planned. */
  static boolean fit(RoundPlan plan, Wan planned) {
    return plan.loads().entrySet().stream().allMatch(load -> fits(load.getKey(), load.getValue(), planned));
  }

  private static boolean fits(LinkId link, long load, Wan planned) {
    return planned.link(link).map(there -> load <= there.capacity().bytesPerSecond() * ROUNDING).orElse(false);
  }
}
