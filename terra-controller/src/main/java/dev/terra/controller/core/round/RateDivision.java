package dev.terra.controller.core.round;

import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.slice.SliceShares;
import dev.terra.core.wan.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Divides the rates of a site's bundles among those of its agents that can carry them. The parts are proportional to what each agent has
 * left, so that all parts of a bundle are done at the same time. The sum on a path never exceeds what is planned. Where a site has one
 * agent, this agent gets everything.
 */
final class RateDivision {
  /**
   * A bundle is divided again when a slice's share has changed by more than this, since each round leaves slightly different parts. A
   * bundle is also divided again when a slice that had nothing has something left, or the reverse. Otherwise, the former would wait, or the
   * rate of the latter would stay unused.
   */
  private static final double SAME_SHARE = 0.02;

  private final AgentBook agents;
  private final ShuffleBook shuffles;
  /** What each slice had left of a bundle when the bundle was last divided. */
  private final Map<BundleId, Map<SliceId, Long>> divided = new HashMap<>();
  private Map<SliceId, Set<Path>> down = Map.of();

  RateDivision(AgentBook agents, ShuffleBook shuffles) {
    this.agents = agents;
    this.shuffles = shuffles;
  }

  /** Prepares the division of a round's rates. */
  void begin(RoundPlan plan, long nowNanos) {
    divided.keySet().retainAll(plan.rates().keySet());
    plan.rates().keySet().forEach(this::divide);
    down = new HashMap<>();
    agents.live().forEach(agent -> down.put(agent.slice(), agent.tunnelsDown(nowNanos)));
  }

  /** Returns the part of a site's rates that the agent of a slice gets. */
  Map<BundleId, Map<Path, Long>> of(SliceId slice, Map<BundleId, Map<Path, Long>> rates) {
    if (agents.live(slice.site()).size() < 2) {
      return rates;
    }
    Map<BundleId, Map<Path, Long>> parts = new TreeMap<>();
    rates.forEach((bundle, byPath) -> parts.put(bundle, of(slice, byPath, Objects.requireNonNull(divided.get(bundle)))));
    return parts;
  }

  private Map<Path, Long> of(SliceId slice, Map<Path, Long> byPath, Map<SliceId, Long> left) {
    Map<Path, Long> parts = new LinkedHashMap<>();
    byPath.forEach((path, rate) -> {
      long part = SliceShares.of(rate, carrying(path, left)).getOrDefault(slice, 0L);
      if (part > 0) {
        parts.put(path, part);
      }
    });
    return parts;
  }

  /** Returns the slices whose tunnel is up, or all slices if none is. */
  private Map<SliceId, Long> carrying(Path path, Map<SliceId, Long> left) {
    Map<SliceId, Long> up = new TreeMap<>(left);
    up.keySet().removeIf(slice -> down.getOrDefault(slice, Set.of()).contains(path));
    return up.isEmpty() ? left : up;
  }

  private void divide(BundleId bundle) {
    List<AgentState> all = agents.live(bundle.from());
    if (all.size() < 2) {
      return;
    }
    Map<SliceId, Long> now = new TreeMap<>();
    all.forEach(agent -> now.put(agent.slice(),
        shuffles.find(bundle.shuffle()).map(shuffle -> shuffle.left(agent.slice(), bundle.to())).orElse(0L)));
    divided.merge(bundle, now, (before, after) -> isSame(before, after) ? before : after);
  }

  private static boolean isSame(Map<SliceId, Long> before, Map<SliceId, Long> now) {
    return before.keySet().equals(now.keySet()) && now.keySet().stream().allMatch(slice ->
        (left(before, slice) > 0) == (left(now, slice) > 0) && Math.abs(share(before, slice) - share(now, slice)) <= SAME_SHARE);
  }

  private static long left(Map<SliceId, Long> left, SliceId slice) {
    return left.getOrDefault(slice, 0L);
  }

  private static double share(Map<SliceId, Long> left, SliceId slice) {
    double all = left.values().stream().mapToDouble(Long::doubleValue).sum();
    return all > 0 ? left(left, slice) / all : 1.0 / left.size();
  }
}
