package dev.terra.controller.core.round;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.Map;

/** The rates of a plan by shuffle and bundle, for repeated lookups. */
public final class RatesByShuffle {
  private final RoundPlan plan;
  private final Map<ShuffleId, Map<SitePair, Map<Path, Long>>> rates = new HashMap<>();

  public RatesByShuffle(RoundPlan plan) {
    this.plan = plan;
    plan.rates().forEach((bundle, byPath) -> rates.computeIfAbsent(bundle.shuffle(), id -> new HashMap<>())
        .put(new SitePair(bundle.from(), bundle.to()), byPath));
  }

  public RoundPlan plan() {
    return plan;
  }

  /** Returns bytes per second by bundle and path. It is the same object as long as the plan stays in force. */
  public Map<SitePair, Map<Path, Long>> of(ShuffleId shuffle) {
    return rates.getOrDefault(shuffle, Map.of());
  }
}
