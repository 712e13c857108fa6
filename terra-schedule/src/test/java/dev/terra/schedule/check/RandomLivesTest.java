package dev.terra.schedule.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.Wans;
import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests that the random shuffles and lives which other tests use have the properties that they state. */
class RandomLivesTest {
  private final Wan swan = Wans.load("swan");

  private List<ShuffleDemand> shuffles(int count, long seed) {
    RandomShuffles random = new RandomShuffles(swan, seed);
    return IntStream.range(0, count).mapToObj(i -> random.next(i)).toList();
  }

  @Test
  void shufflesHaveAllNumbersOfBundlesAndALogNormalSize() {
    List<ShuffleDemand> shuffles = shuffles(2000, 1);
    int pairs = 5 * 4;
    for (int bundles = 1; bundles <= pairs; bundles++) {
      int count = bundles;
      assertThat(shuffles.stream().filter(each -> each.bundles().size() == count).count()).as(count + " bundles").isBetween(60L, 140L);
    }
    double[] logs = shuffles.stream().flatMap(each -> each.bundles().stream())
        .mapToDouble(bundle -> Math.log(bundle.bytes() / 1e10)).toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double deviation = Math.sqrt(Arrays.stream(logs).map(each -> (each - mean) * (each - mean)).average().orElseThrow());
    assertThat(mean).isCloseTo(0, within(0.05));
    assertThat(deviation).isCloseTo(1.5, within(0.05));
    assertThat(shuffles).extracting(ShuffleDemand::id).doesNotHaveDuplicates();
    assertThat(shuffles.get(7).arrivalSeconds()).isEqualTo(7);
    assertThat(shuffles.stream().flatMap(each -> each.bundles().stream()).mapToInt(BundleDemand::flows).distinct().count()).isEqualTo(100);
    assertThat(shuffles.stream().flatMap(each -> each.bundles().stream())).allMatch(bundle -> bundle.bytes() == Math.rint(bundle.bytes()));
  }

  @Test
  void aSeedIsASequence() {
    assertThat(shuffles(10, 4)).isEqualTo(shuffles(10, 4)).isNotEqualTo(shuffles(10, 5));
  }

  private static double bytes(List<ShuffleDemand> shuffles) {
    return shuffles.stream().flatMap(each -> each.bundles().stream()).mapToDouble(BundleDemand::bytes).sum();
  }

  /** The bytes that are sent in a time are exactly those that the rates allow. */
  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void inALifeBytesGoAsFastAsTheScheduleSays(@ForAll long seed) {
    EventStream life = new EventStream(swan, 4, seed);
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(swan, PathRules.defaults()));
    for (int event = 0; event < 8; event++) {
      List<ShuffleDemand> before = List.copyOf(life.active());
      double now = life.nowSeconds();
      Allocation schedule = scheduler.schedule(life.wan(), before, now);
      life.progress(schedule, event % 2 == 0 ? 1 : 0.5);
      double seconds = life.nowSeconds() - now;
      double rate = schedule.shuffles().stream().flatMap(each -> each.bundles().stream()).mapToDouble(each -> each.bytesPerSecond()).sum();

      assertThat(seconds).isPositive();
      assertThat(bytes(before) - bytes(life.active())).isLessThanOrEqualTo(rate * seconds * (1 + 1e-6));
      assertThat(life.active().size()).isEqualTo(event % 2 == 0 ? before.size() - 1 : before.size());
      assertOrdinaryProgress(before, life.active(), schedule, seconds);
      life.arrive();
    }
  }

  private static void assertOrdinaryProgress(List<ShuffleDemand> before, List<ShuffleDemand> after, Allocation schedule, double seconds) {
    Map<ShuffleId, ShuffleAllocation> rates = new HashMap<>();
    schedule.shuffles().forEach(each -> rates.put(each.id(), each));
    for (ShuffleDemand left : after) {
      ShuffleDemand had = before.stream().filter(each -> each.id().equals(left.id())).findFirst().orElseThrow();
      for (int bundle = 0; bundle < left.bundles().size(); bundle++) {
        double sent = seconds * rates.get(left.id()).bundles().get(bundle).bytesPerSecond();
        double expected = Math.max(0, had.bundles().get(bundle).bytes() - sent);
        assertThat(left.bundles().get(bundle).bytes()).isCloseTo(expected, within(1e-6 * had.bundles().get(bundle).bytes()));
        assertThat(left.bundles().get(bundle).flows()).isEqualTo(had.bundles().get(bundle).flows());
      }
    }
  }

  @Test
  void aChangeLeavesALinkAQuarterOrMoreOfWhatItHad() {
    EventStream life = new EventStream(swan, 1, 3);
    boolean changed = false;
    for (int event = 0; event < 50; event++) {
      life.changeCapacity();
      for (int link = 0; link < swan.links().size(); link++) {
        double share = life.wan().links().get(link).capacity().bytesPerSecond() / swan.links().get(link).capacity().bytesPerSecond();
        assertThat(share).isBetween(0.25, 1.0);
        changed |= share < 0.9;
      }
    }
    assertThat(changed).isTrue();
  }

  @Test
  void timeStandsStillWhereNobodySends() {
    EventStream life = new EventStream(swan, 2, 3);
    life.progress(new Allocation("nothing", ImmutableList.of()), 1);
    assertThat(life.nowSeconds()).isZero();
    assertThat(life.active()).hasSize(2);
  }

  private LpProblem oneBundle() {
    LpProblem problem = new LpProblem();
    problem.reset(swan.capacities());
    problem.add(new PathSets(swan, PathRules.defaults()).between(0, 1), 1e9);
    return problem;
  }

  private static LpSolver onOnePath() {
    return problem -> {
      LpSolution solution = new LpSolution();
      solution.reset(problem);
      solution.setShare(0, 0, 1);
      solution.complete(problem);
      return solution;
    };
  }

  @Test
  void twoSolversAreComparedAndTimedAndTheFirstAnswers() {
    AtomicLong clock = new AtomicLong();
    LpSolver slow = problem -> {
      clock.addAndGet(100);
      return onOnePath().solve(problem);
    };
    LpSolver quick = problem -> {
      clock.addAndGet(7);
      return new PathSimplex().solve(problem);
    };
    ComparingSolver comparing = new ComparingSolver(quick, slow, clock::get);

    LpSolution answer = comparing.solve(oneBundle());
    comparing.solve(oneBundle());

    assertThat(answer.isCertified()).isTrue();
    assertThat(comparing.programs()).isEqualTo(2);
    assertThat(comparing.firstNanos()).isEqualTo(14);
    assertThat(comparing.secondNanos()).isEqualTo(200);
    double one = onOnePath().solve(oneBundle()).lambda();
    assertThat(comparing.maxRelativeDifference()).isCloseTo(1 - one / answer.lambda(), within(1e-9));
  }

  @Test
  void differencesAreRelativeToTheLarger() {
    assertThat(ComparingSolver.relativeDifference(0, 0)).isZero();
    assertThat(ComparingSolver.relativeDifference(1, 4)).isEqualTo(0.75);
    assertThat(ComparingSolver.relativeDifference(4, 1)).isEqualTo(0.75);
    assertThat(ComparingSolver.relativeDifference(-4, -4)).isZero();
  }

  @Test
  void anAuditFindsWhatASolverDoesWrong() {
    SolverAudit audit = new SolverAudit(new PathSets(swan, PathRules.defaults()), 1);
    IntStream.range(0, 14).forEach(i -> audit.checkNext());

    assertThat(audit.instances()).isEqualTo(14);
    assertThat(audit.faults()).isEmpty();
    assertThat(audit.maxGap()).isLessThanOrEqualTo(1e-7);
    assertThat(audit.maxReferenceGap()).isLessThanOrEqualTo(1e-7);
    assertThat(audit.maxRelativeDifference()).isLessThanOrEqualTo(1e-6);
    assertThat(audit.referenceRetries()).isGreaterThanOrEqualTo(0);
    LpSolver none = problem -> {
      throw new LpException("none");
    };
    assertThatThrownBy(() -> new ComparingSolver(none, none, () -> 0).solve(oneBundle())).hasMessage("none");
  }
}
