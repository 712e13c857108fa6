package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.EventStream;
import dev.terra.schedule.check.ScheduleAudit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests over random lives that a scheduler computes the same schedules with its caches as without, and solves no more programs. */
class IncrementalTest {
  private static final int EVENTS = 25;
  /** The relative tolerance. Gammas come from a certificate in one case and from a program in the other. */
  private static final double TOLERANCE = 1e-9;

  @Property(tries = 24)
  void fullAndIncrementalRoundsAreTheSame(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int active, @ForAll @IntRange(max = 3) int which) {
    Wan wan = Wans.load(new String[] {"swan", "att-gaiasim", "triangle", "google-b4"}[which]);
    PathSets paths = new PathSets(wan, PathRules.defaults());
    for (PolicyName policy : new PolicyName[] {PolicyName.TERRA, PolicyName.TERRA_PLUS}) {
      PolicyScheduler incremental = new PolicyScheduler(SchedulerConfig.of(policy), paths);
      PolicyScheduler full = new PolicyScheduler(SchedulerConfig.of(policy).withCaching(false), paths);
      live(paths, incremental, full, new EventStream(wan, active, seed));
      assertThat(incremental.programsSolved()).isLessThanOrEqualTo(full.programsSolved());
    }
  }

  private static void live(PathSets paths, Scheduler incremental, Scheduler full, EventStream life) {
    Random random = new Random(life.active().size());
    for (int event = 0; event < EVENTS; event++) {
      Allocation schedule = incremental.schedule(life.wan(), life.active(), life.nowSeconds());
      Allocation expected = full.schedule(life.wan(), life.active(), life.nowSeconds());
      assertSame(schedule, expected);
      assertThat(ScheduleAudit.faults(life.wan(), schedule, paths)).isEmpty();
      switch (random.nextInt(5)) {
        case 0 -> life.arrive();
        case 1 -> life.changeCapacity();
        case 2 -> life.progress(schedule, random.nextDouble());
        default -> life.progress(schedule, 1);
      }
    }
  }

  private static void assertSame(Allocation actual, Allocation expected) {
    assertThat(actual.shuffles()).hasSameSizeAs(expected.shuffles());
    for (int i = 0; i < expected.shuffles().size(); i++) {
      ShuffleAllocation one = actual.shuffles().get(i);
      ShuffleAllocation other = expected.shuffles().get(i);
      assertThat(one.id()).isEqualTo(other.id());
      assertClose(one.gammaSeconds(), other.gammaSeconds());
      for (int bundle = 0; bundle < one.bundles().size(); bundle++) {
        Map<Object, Double> rates = new HashMap<>();
        one.bundles().get(bundle).rates().forEach(rate -> rates.put(rate.path(), rate.bytesPerSecond()));
        other.bundles().get(bundle).rates().forEach(rate -> assertClose(rates.remove(rate.path()), rate.bytesPerSecond()));
        assertThat(rates).isEmpty();
      }
    }
  }

  private static void assertClose(Double actual, double expected) {
    assertThat(actual).isNotNull();
    assertThat(Math.abs(actual - expected)).isLessThanOrEqualTo(TOLERANCE * Math.abs(expected));
  }
}
