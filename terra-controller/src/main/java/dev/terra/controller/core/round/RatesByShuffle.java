package dev.terra.controller.core.round;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.Map;

/** The rates of a plan by shuffle and bundle, for looking up all of them at once. */
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

  /** Bytes per second by bundle and path; the same object while the plan stands. */
  public Map<SitePair, Map<Path, Long>> of(ShuffleId shuffle) {
    return rates.getOrDefault(shuffle, Map.of());
  }
}
