package dev.terra.agent.send;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives bundles that have work their rates, and tunnels' windows the sums of them. On the agent's thread. */
final class RateRefresh {
  private final Rates rates;
  private final Bundles bundles;
  private final Windows windows;
  private final ReadAhead readAhead;

  RateRefresh(Rates rates, Bundles bundles, Windows windows, ReadAhead readAhead) {
    this.rates = rates;
    this.bundles = bundles;
    this.windows = windows;
    this.readAhead = readAhead;
  }

  /** Asks for all rates anew. */
  void all(long nowNanos) {
    Map<SiteId, Integer> sharers = new HashMap<>();
    List<OutBundle> working = new ArrayList<>();
    for (OutBundle bundle : bundles.all()) {
      if (bundle.hasWork()) {
        working.add(bundle);
        sharers.merge(bundle.id().to(), 1, Integer::sum);
      } else {
        bundle.pacing().expire();
      }
    }
    Map<PathWindows, Double> sums = new HashMap<>();
    for (OutBundle bundle : working) {
      rate(bundle, sharers.get(bundle.id().to()), nowNanos).forEach((path, rate) -> sums.merge(path, rate, Double::sum));
    }
    windows.forEach(path -> path.rate(sums.getOrDefault(path, 0.0)));
  }

  /** Asks for the rates of a bundle that had nothing to send when they were asked for last. */
  void anew(OutBundle bundle, long nowNanos) {
    int sharers = 0;
    for (OutBundle other : bundles.all()) {
      sharers += other.id().to().equals(bundle.id().to()) && other.hasWork() ? 1 : 0;
    }
    rate(bundle, Math.max(1, sharers), nowNanos).forEach(PathWindows::more);
  }

  /** Asks for the rates of one bundle; gives those that are not 0. */
  private Map<PathWindows, Double> rate(OutBundle bundle, int sharers, long nowNanos) {
    Map<Path, PathWindows> live = windows.to(bundle.id().to());
    Rates.Question question = new Rates.Question(bundle.id().shuffle(), bundle.id().to(), live.keySet(), sharers,
        bundle.accounts().requestedBytes());
    bundle.pacing().rates(rates.of(question), live.keySet(), nowNanos);
    bundle.pacing().floor().rate(rates.floor(question), nowNanos);
    readAhead.putBackExcess(bundle);
    Map<PathWindows, Double> given = new LinkedHashMap<>();
    bundle.pacing().paced().forEach((path, pacer) -> given.put(live.get(path), pacer.rate()));
    return given;
  }
}
