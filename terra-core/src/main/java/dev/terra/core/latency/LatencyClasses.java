package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.SitePair;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An operator's settings of latency classes.
 *
 * @param assignments the classes of jobs, at most {@value #MOST_ASSIGNMENTS}; the first assignment that names a job counts
 * @param targets the promises of classes, at most {@value #MOST_TARGETS}
 */
public record LatencyClasses(
    ClassMarks marks, ClassWeights weights, ImmutableList<ClassAssignment> assignments, ImmutableList<LatencyTarget> targets) {
  /** The usual settings, with the usual marks and weights: all traffic that bypasses the plan is normal, and no class promises anything. */
  public static final LatencyClasses USUAL =
      new LatencyClasses(ClassMarks.USUAL, ClassWeights.USUAL, ImmutableList.of(), ImmutableList.of());
  /** The most assignments. Every job is compared with each of them. */
  public static final int MOST_ASSIGNMENTS = 1_000;
  /** The most targets: two for each pair of the largest WAN that is planned, some 30 sites. */
  public static final int MOST_TARGETS = 2_000;

  /** Checks the sizes, and that no target contradicts another one. */
  public LatencyClasses {
    checkArgument(assignments.size() <= MOST_ASSIGNMENTS, "jobs: expected at most %s, got %s", MOST_ASSIGNMENTS, assignments.size());
    checkArgument(targets.size() <= MOST_TARGETS, "targets: expected at most %s, got %s", MOST_TARGETS, targets.size());
    Set<List<Object>> said = new HashSet<>();
    for (LatencyTarget target : targets) {
      String where = target.pair() == null ? "all sites" : target.pair().toString();
      checkArgument(said.add(List.of(target.latencyClass(), where)), "targets: expected one of %s for %s, got several",
          target.latencyClass().word(), where);
    }
  }

  /** Returns the class of the requests of a job that bypass the plan. A name that is not known is empty. */
  public LatencyClass of(String queue, String user) {
    return assignments.stream().flatMap(each -> each.of(queue, user).stream()).findFirst().orElse(LatencyClass.NORMAL);
  }

  /** Returns the promise of a class between two sites, if there is one: the pair's own target, otherwise the target for all pairs. */
  public Optional<LatencyTarget> target(LatencyClass latencyClass, SitePair pair) {
    return targets.stream().filter(each -> each.latencyClass() == latencyClass && pair.equals(each.pair())).findFirst()
        .or(() -> targets.stream().filter(each -> each.latencyClass() == latencyClass && each.pair() == null).findFirst());
  }
}
