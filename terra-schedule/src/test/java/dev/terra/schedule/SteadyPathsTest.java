package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.ScheduleAudit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.schedule.policy.round.LinearPrograms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of rounds with shuffles whose bundles progress a little unequally. */
class SteadyPathsTest {
  private static final int ROUNDS = 20;

  private final Wan wan = Wans.load("swan");
  private final PathSets paths = new PathSets(wan, PathRules.defaults());
  private final SchedulerConfig config = SchedulerConfig.of(PolicyName.TERRA_PLUS);

  /** Returns a shuffle from all sites to all sites of which the given part is left. What is left of each bundle differs by up to 0.2 %. */
  private ShuffleDemand left(String id, double part, Random random) {
    List<BundleDemand> bundles = new ArrayList<>();
    for (SiteId from : wan.sites().stream().map(Site::id).toList()) {
      for (SiteId to : wan.sites().stream().map(Site::id).toList()) {
        if (!from.equals(to)) {
          bundles.add(new BundleDemand(from, to, 1e9 * part * (1 + 0.002 * random.nextDouble())));
        }
      }
    }
    return ShuffleDemand.of(new ShuffleId(id), 0, ImmutableList.copyOf(bundles));
  }

  private static Map<Object, Double> rates(Allocation schedule) {
    Map<Object, Double> rates = new HashMap<>();
    schedule.shuffles().forEach(shuffle -> shuffle.bundles().forEach(bundle -> bundle.rates().forEach(rate ->
        rates.put(List.of(shuffle.id(), rate.path()), rate.bytesPerSecond()))));
    return rates;
  }

  private List<ShuffleDemand> round(int round, Random random) {
    return List.of(left("all-to-all", 1 - (double) round / ROUNDS, random));
  }

  /** Returns the largest part of all rates that moves to other paths in a round. */
  private double moved(PolicyScheduler scheduler) {
    Random random = new Random(1);
    double most = 0;
    Map<Object, Double> before = Map.of();
    for (int round = 0; round < ROUNDS; round++) {
      Allocation schedule = scheduler.schedule(wan, round(round, random), round);
      assertThat(ScheduleAudit.faults(wan, schedule, paths)).isEmpty();
      Map<Object, Double> now = rates(schedule);
      double less = 0;
      for (Map.Entry<Object, Double> rate : before.entrySet()) {
        less += Math.max(0, rate.getValue() - now.getOrDefault(rate.getKey(), 0.0));
      }
      most = Math.max(most, less / now.values().stream().mapToDouble(Double::doubleValue).sum());
      before = now;
    }
    return most;
  }

  @Test
  void bundlesStayOnTheirPathsWhereThatIsConfigured() {
    PolicyScheduler steady = new PolicyScheduler(config.withSteadyPaths(), paths);
    PolicyScheduler free = new PolicyScheduler(config, paths);

    assertThat(moved(steady)).isLessThan(LinearPrograms.STEADY);
    assertThat(moved(free)).as("a third of the rates, which is what is to be avoided").isGreaterThan(0.1);
    assertThat(steady.programsSolved()).isLessThan(free.programsSolved());
  }

  @Test
  void aLinkThatBecomesSlowMovesThem() {
    PolicyScheduler steady = new PolicyScheduler(config.withSteadyPaths(), paths);
    PolicyScheduler free = new PolicyScheduler(config, paths);
    Random random = new Random(1);
    steady.schedule(wan, round(0, random), 0);
    LinkId slow = wan.links().iterator().next().id();
    Wan now = wan.mapLinks(link -> link.id().equals(slow) ? link.withCapacity(new Bandwidth(link.capacity().bytesPerSecond() / 10)) : link);

    List<ShuffleDemand> next = round(1, random);
    Allocation schedule = steady.schedule(now, next, 1);

    assertThat(ScheduleAudit.faults(now, schedule, paths)).isEmpty();
    assertThat(progress(schedule)).isGreaterThan((1 - LinearPrograms.STEADY) * progress(free.schedule(now, next, 1)));
  }

  /** Returns the least part of its remaining bytes that any bundle sends in a second. */
  private static double progress(Allocation schedule) {
    return schedule.shuffles().get(0).bundles().stream().mapToDouble(bundle -> bundle.bytesPerSecond() / bundle.demand().bytes()).min()
        .orElseThrow();
  }
}
