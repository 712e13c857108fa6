package dev.terra.agent.send;

import dev.terra.agent.pace.Pacer;
import dev.terra.agent.pace.Rates;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sets the rates of bundles that have work, and sets the windows of tunnels to the sums of these rates. What the schedule grants to bundles
 * to a site and these bundles do not use goes to the bundle with the fewest outstanding bytes to that site, until it is used again or the
 * next epoch arrives. Without this, it would be idle for two round trips: one until the controller receives the report of a bundle's end,
 * one until agents receive the next epoch. It is used on the agent's thread only.
 */
final class RateRefresh {
  /** The least time between two divisions. Bundles of many small segments begin and end all the time. */
  private static final long PASS_ON_NANOS = 20_000_000;

  private final Rates rates;
  private final Bundles bundles;
  private final Windows windows;
  private final ReadAhead readAhead;
  /** The sites to which a bundle has begun or ended since the rates were last computed. */
  private final Set<SiteId> changed = new HashSet<>();
  /** The bundles whose rates may not have expired. */
  private final Set<OutBundle> rated = new HashSet<>();
  private long passedOnNanos;

  RateRefresh(Rates rates, Bundles bundles, Windows windows, ReadAhead readAhead) {
    this.rates = rates;
    this.bundles = bundles;
    this.windows = windows;
    this.readAhead = readAhead;
  }

  /** Computes all rates again. */
  void all(long nowNanos) {
    Map<SiteId, List<OutBundle>> working = working();
    windows.sites().forEach(site -> rate(site, working.getOrDefault(site, List.of()), nowNanos));
    changed.clear();
    passedOnNanos = nowNanos;
  }

  private Map<SiteId, List<OutBundle>> working() {
    Map<SiteId, List<OutBundle>> working = new HashMap<>();
    bundles.working().forEach(bundle -> working.computeIfAbsent(bundle.id().to(), site -> new ArrayList<>()).add(bundle));
    rated.removeIf(bundle -> {
      if (!bundle.hasWork()) {
        bundle.pacing().expire();
      }
      return !bundle.hasWork();
    });
    return working;
  }

  /** Computes the rates of a bundle that had nothing to send when rates were last computed. */
  void anew(OutBundle bundle, long nowNanos) {
    int sharers = 0;
    for (OutBundle other : bundles.working()) {
      sharers += other.id().to().equals(bundle.id().to()) ? 1 : 0;
    }
    Rates.Question question = question(bundle, Math.max(1, sharers));
    give(bundle, question, rates(bundle, question), nowNanos);
    if (!bundle.isBulk()) {
      return;
    }
    windows.to(bundle.id().to()).forEach((path, ofPath) -> {
      Pacer pacer = bundle.pacing().paced().get(path);
      if (pacer != null) {
        ofPath.more(pacer.rate());
      }
    });
    changed.add(bundle.id().to());
  }

  private Map<Path, Double> rates(OutBundle bundle, Rates.Question question) {
    return bundle.isBulk() ? rates.of(question) : rates.ofSmall(question);
  }

  /** Notes that a bundle has sent all that it had. */
  void ended(OutBundle bundle) {
    if (bundle.pacing().rateBytesPerSecond() > 0) {
      changed.add(bundle.id().to());
    }
  }

  /** Forgets a bundle that has ended. */
  void drop(OutBundle bundle) {
    rated.remove(bundle);
  }

  /** Computes the rates again to the sites to which bundles have begun or ended. It is to be called often. */
  void passOn(long nowNanos) {
    if (!changed.isEmpty() && nowNanos - passedOnNanos >= PASS_ON_NANOS) {
      Map<SiteId, List<OutBundle>> working = working();
      changed.forEach(site -> rate(site, working.getOrDefault(site, List.of()), nowNanos));
      changed.clear();
      passedOnNanos = nowNanos;
    }
  }

  /** Computes the rates of the bundles to one site. */
  private void rate(SiteId site, List<OutBundle> working, long nowNanos) {
    Map<OutBundle, Map<Path, Double>> given = new LinkedHashMap<>();
    Map<Path, Double> spare = new HashMap<>(rates.scheduled(site));
    for (OutBundle bundle : working) {
      Map<Path, Double> own = new HashMap<>(rates(bundle, question(bundle, working.size())));
      if (bundle.isBulk()) {
        own.forEach((path, rate) -> spare.computeIfPresent(path, (key, left) -> left > rate ? left - rate : null));
      }
      given.put(bundle, own);
    }
    given.entrySet().stream().filter(each -> each.getKey().isBulk())
        .min(Comparator.comparingDouble(each -> outstandingOnLinks(each.getKey())))
        .ifPresent(next -> spare.forEach((path, rate) -> next.getValue().merge(path, rate, Double::sum)));
    Map<Path, Double> sums = new HashMap<>();
    given.forEach((bundle, byPath) -> {
      give(bundle, question(bundle, working.size()), byPath, nowNanos);
      if (bundle.isBulk()) {
        bundle.pacing().paced().forEach((path, pacer) -> sums.merge(path, pacer.rate(), Double::sum));
      }
    });
    windows.to(site).forEach((path, ofPath) -> ofPath.rate(sums.getOrDefault(path, 0.0)));
  }

  private static double outstandingOnLinks(OutBundle bundle) {
    return bundle.compression().wireShare() * bundle.accounts().outstandingBytes();
  }

  private Rates.Question question(OutBundle bundle, int sharers) {
    return new Rates.Question(bundle.id(), rates.allowed(bundle.id(), windows.planned(bundle.id().to())), sharers,
        bundle.accounts().requestedBytes());
  }

  private void give(OutBundle bundle, Rates.Question question, Map<Path, Double> byPath, long nowNanos) {
    rated.add(bundle);
    bundle.pacing().rates(byPath, question.livePaths(), nowNanos);
    bundle.pacing().floor().rate(rates.floor(question), nowNanos);
    if (bundle.compression().planned(bundle.pacing().rateBytesPerSecond(), nowNanos)) {
      readAhead.putBack(bundle);
    } else {
      readAhead.putBackExcess(bundle);
    }
  }
}
