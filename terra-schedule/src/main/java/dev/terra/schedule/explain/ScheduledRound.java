package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.Optional;

/**
 * Everything that one round worked with, and its result. It is immutable: any thread may read it.
 *
 * @param forPaths the WAN with all links up, for which path sets are made
 * @param rules which paths there may be
 * @param now the WAN as the round saw it: what may be planned on each link; links that are down are absent
 * @param shuffles what there was to send
 * @param atSeconds the time of the round, on the clock of the shuffles' arrivals
 * @param allocation the schedule
 */
public record ScheduledRound(
    Wan forPaths, PathRules rules, Wan now, ImmutableList<ShuffleDemand> shuffles, double atSeconds, Allocation allocation) {
  /** Returns what a shuffle had to send. */
  public Optional<ShuffleDemand> demand(ShuffleId shuffle) {
    return shuffles.stream().filter(each -> each.id().equals(shuffle)).findFirst();
  }

  /** Returns what a shuffle got. */
  public Optional<ShuffleAllocation> allocated(ShuffleId shuffle) {
    return allocation.shuffles().stream().filter(each -> each.id().equals(shuffle)).findFirst();
  }

  /** Returns the path sets of the round, computed anew for the caller alone. */
  public PathSets paths() {
    return new PathSets(forPaths, rules);
  }
}
