package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.check.ScheduleAudit;
import dev.terra.schedule.ortools.EdgeFormulation;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnrestrictedPathsTest {
  @ParameterizedTest
  @ValueSource(strings = {"triangle", "swan", "google-b4", "abilene"})
  void withAllPathsGammaIsThatOfThePapersEdgeFormulation(String name) {
    assertEdgeGamma(Wans.load(name), 8, SolverName.FAST);
    assertEdgeGamma(Wans.load(name), 3, SolverName.ORTOOLS);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 22, 333})
  void alsoWhereLinksAreNearlyFull(long seed) {
    Random random = new Random(seed);
    for (String name : List.of("triangle", "swan", "google-b4", "abilene")) {
      double[] shares = {1, 1, 1, 1e-7, 1e-4, 0.3};
      assertEdgeGamma(Wans.load(name)
          .mapLinks(link -> link.withCapacity(link.capacity().times(shares[random.nextInt(shares.length)]))), 12, SolverName.FAST);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 22, 333})
  void alsoWhereSitesHaveCaps(long seed) {
    for (String name : List.of("triangle", "swan", "google-b4", "abilene")) {
      assertEdgeGamma(Wans.capped(Wans.load(name), seed), 4, SolverName.FAST);
      assertEdgeGamma(Wans.capped(Wans.load(name), seed), 2, SolverName.ORTOOLS);
    }
  }

  @Test
  void alsoOnAtt() {
    assertEdgeGamma(Wans.load("att"), 2, SolverName.FAST);
  }

  private static void assertEdgeGamma(Wan wan, int shuffles, SolverName solver) {
    RandomShuffles random = new RandomShuffles(wan, 11);
    EdgeFormulation edges = new EdgeFormulation(wan);
    SchedulerConfig config = SchedulerConfig.of(PolicyName.TERRA).withSolver(solver);
    for (int i = 0; i < shuffles; i++) {
      ShuffleDemand demand = random.next(0);
      Scheduler scheduler = new PolicyScheduler(config, new PathSets(wan, PathRules.unrestricted()));
      double gamma = scheduler.schedule(wan, List.of(demand), 0).shuffles().get(0).gammaSeconds();

      assertThat(gamma * edges.lambda(demand.bundles())).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void tenDiversePathsReachNearlyAllOfIt() {
    Wan wan = Wans.load("att");
    RandomShuffles random = new RandomShuffles(wan, 3);
    List<ShuffleDemand> demands = IntStream.range(0, 40).mapToObj(i -> random.next(0)).toList();
    SchedulerConfig config = SchedulerConfig.of(PolicyName.MULTIPATH_ONLY);
    Allocation ten = new PolicyScheduler(config, new PathSets(wan, PathRules.defaults())).schedule(wan, demands, 0);
    Allocation all = new PolicyScheduler(config, new PathSets(wan, PathRules.unrestricted())).schedule(wan, demands, 0);

    double mean = IntStream.range(0, demands.size())
        .mapToDouble(i -> all.shuffles().get(i).gammaSeconds() / ten.shuffles().get(i).gammaSeconds()).average().orElseThrow();
    assertThat(mean).isBetween(0.98, 1 + 1e-6);
  }

  @ParameterizedTest
  @EnumSource(names = {"TERRA", "TERRA_PLUS", "MULTIPATH_ONLY"})
  void noPathAtAllIsLeftWithSpareCapacity(PolicyName policy) {
    Wan wan = Wans.load("swan");
    PathSets paths = new PathSets(wan, PathRules.unrestricted());
    RandomShuffles random = new RandomShuffles(wan, 3);
    List<ShuffleDemand> demands = IntStream.range(0, 6).mapToObj(i -> random.next(0)).toList();

    Allocation schedule = new PolicyScheduler(SchedulerConfig.of(policy), paths).schedule(wan, demands, 0);

    assertThat(ScheduleAudit.faults(wan, schedule, paths)).isEmpty();
  }
}
