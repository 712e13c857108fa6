package dev.terra.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.recurring.KnobTrial.Purpose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class KnobLearnerTest {
  private static final List<Integer> CHOICES = List.of(8, 16, 32, 64, 128);

  private final SplittableRandom random = new SplittableRandom(7);
  private KnobLearner learner = KnobLearner.fresh(KnobRules.of(CHOICES, 32));

  /** Lets the job run once. A run that would cost more than its bound is stopped at the bound. */
  private KnobTrial run(IntToDoubleFunction costs) {
    KnobTrial trial = learner.next(random::nextGaussian);
    double cost = costs.applyAsDouble(trial.choice());
    boolean isReached = cost <= trial.stopAbove();
    learner = learner.started(trial).ended(trial, Math.min(cost, trial.stopAbove()), isReached);
    return trial;
  }

  private List<Integer> runs(int times, IntToDoubleFunction costs) {
    List<Integer> choices = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      choices.add(run(costs).choice());
    }
    return choices;
  }

  private double noisy(double cost) {
    return cost * (1 + .1 * random.nextGaussian());
  }

  @Test
  void explorationGoesDownThenUpUntilAFailureAndOnceMoreFromTheBest() {
    Map<Integer, Double> costs = Map.of(8, 500., 16, 150., 32, 100., 64, 80., 128, 400.);
    assertThat(runs(9, costs::get)).containsExactly(32, 16, 8, 64, 128, 64, 32, 16, 64);
    assertThat(learner.isExploring()).isFalse();
    assertThat(learner.beliefs()).containsOnlyKeys(16, 32, 64);
  }

  @Test
  void withOneRoundDrawsBeginWhenAllHaveBeenTried() {
    learner = KnobLearner.fresh(KnobRules.of(CHOICES, 32).exploringOnce());
    Map<Integer, Double> costs = Map.of(8, 500., 16, 150., 32, 100., 64, 80., 128, 400.);
    assertThat(runs(7, costs::get)).containsExactly(32, 16, 8, 64, 128, 64, 64);
    assertThat(learner.isExploring()).isFalse();
  }

  @Test
  void aLearnerGoesOnWhereItStopped() {
    Map<Integer, Double> costs = Map.of(8, 500., 16, 150., 32, 100., 64, 80., 128, 400.);
    runs(5, costs::get);
    learner = KnobLearner.resumed(KnobRules.of(CHOICES, 32), learner.explored(), learner.results());
    assertThat(runs(4, costs::get)).containsExactly(64, 32, 16, 64);
  }

  @Test
  void aRunIsStoppedAtTwiceTheLeastCost() {
    assertThat(run(choice -> 100).stopAbove()).isInfinite();
    assertThat(run(choice -> 70).stopAbove()).isEqualTo(200);
    assertThat(learner.next(() -> 0).stopAbove()).isEqualTo(140);
  }

  @Test
  void aStoppedRunCountsAsMuchAsItsLimitAtLeast() {
    run(choice -> 100);
    KnobTrial trial = learner.next(() -> 0);
    learner = learner.started(trial).ended(trial, 110, false);
    assertThat(learner.results().get(1).cost()).isEqualTo(200);
  }

  @Test
  void itConvergesOnTheCheapestChoice() {
    IntToDoubleFunction costs = choice -> noisy(100 + 15 * Math.abs(Math.log(choice / 64.) / Math.log(2)));
    runs(60, costs);
    assertThat(runs(40, costs).stream().filter(choice -> choice == 64).count()).isGreaterThan(30);
  }

  @Test
  void regretIsFarBelowThatOfTryingAllEquallyOften() {
    Map<Integer, Double> means = Map.of(8, 400., 16, 200., 32, 130., 64, 100., 128, 160.);
    double regret = runs(100, choice -> noisy(means.get(choice))).stream().mapToDouble(choice -> Math.min(200, means.get(choice)) - 100)
        .sum();
    assertThat(regret).isLessThan(20 * (100 + 100 + 30 + 60) / 4.);
  }

  @Test
  void runsThatOverlapTheExplorationUseTheBestSoFar() {
    KnobTrial first = learner.next(() -> 0);
    learner = learner.started(first);
    assertThat(learner.next(() -> 0)).isEqualTo(new KnobTrial(32, Purpose.BEST_SO_FAR, Double.POSITIVE_INFINITY));
    learner = learner.ended(first, 100, true);
    KnobTrial second = learner.next(() -> 0);
    learner = learner.started(second);
    KnobTrial beside = learner.next(() -> 0);
    assertThat(second).isEqualTo(new KnobTrial(16, Purpose.EXPLORE, 200));
    assertThat(beside).isEqualTo(new KnobTrial(32, Purpose.BEST_SO_FAR, 200));
    learner = learner.started(beside).ended(beside, 90, true).ended(second, 80, true);
    assertThat(learner.next(() -> 0)).isEqualTo(new KnobTrial(8, Purpose.EXPLORE, 160));
  }

  @Test
  void aLostRunOfTheExplorationIsTriedAgain() {
    KnobTrial first = learner.next(() -> 0);
    learner = learner.started(first).lost(first);
    assertThat(learner.next(() -> 0)).isEqualTo(first);
  }

  @Test
  void drawsKeepOverlappingRunsApart() {
    Map<Integer, Double> means = Map.of(8, 104., 16, 102., 32, 100., 64, 101., 128, 103.);
    while (learner.isExploring()) {
      run(choice -> noisy(means.get(choice)));
    }
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      counts.merge(learner.next(random::nextGaussian).choice(), 1, Integer::sum);
    }
    assertThat(counts).hasSizeGreaterThan(2);
  }

  @Test
  void withAWindowItFollowsADrift() {
    learner = KnobLearner.fresh(KnobRules.of(CHOICES, 32).forgettingAfter(5));
    IntToDoubleFunction before = choice -> noisy(100 + Math.abs(choice - 64));
    IntToDoubleFunction after = choice -> noisy(choice >= 64 ? 260 : 120);
    runs(40, before);
    runs(30, after);
    assertThat(runs(20, after).stream().filter(choice -> choice < 64).count()).isGreaterThan(15);
  }

  @Test
  void whereAllBecomeDearTheUsualChoiceRunsToItsEndAndLimitsFollow() {
    learner = KnobLearner.fresh(KnobRules.of(CHOICES, 32).forgettingAfter(6));
    runs(40, choice -> noisy(100));
    List<KnobTrial> trials = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      trials.add(run(choice -> noisy(500)));
    }
    assertThat(trials).filteredOn(trial -> trial.purpose() == Purpose.RETURN).isNotEmpty()
        .allMatch(trial -> trial.choice() == 32 && Double.isInfinite(trial.stopAbove()));
    assertThat(run(choice -> noisy(500)).stopAbove()).isGreaterThan(600);
  }

  @Test
  void anObservedJobRunsAsItAlwaysDid() {
    runs(40, choice -> noisy(choice == 64 ? 50 : 100));
    assertThat(learner.observed()).isEqualTo(new KnobTrial(32, Purpose.OBSERVE, Double.POSITIVE_INFINITY));
  }

  @Test
  void whatItKeepsIsBounded() {
    learner = KnobLearner.fresh(KnobRules.of(CHOICES, 32).forgettingAfter(4));
    runs(200, choice -> noisy(100));
    assertThat(learner.results()).hasSizeLessThanOrEqualTo(20);
  }

  @Test
  void aUsualChoiceThatFailsIsAllThatIsLeft() {
    KnobTrial first = learner.next(() -> 0);
    learner = learner.started(first).ended(first, 10, false);
    KnobTrial up = learner.next(() -> 0);
    learner = learner.started(up).ended(up, 10, false);
    assertThat(learner.next(() -> 0).choice()).isEqualTo(32);
  }

  @Test
  void wrongRulesAreRefused() {
    assertThatThrownBy(() -> KnobRules.of(CHOICES, 33)).hasMessageContaining("usual choice");
    assertThatThrownBy(() -> KnobRules.of(CHOICES, 32).stoppingAt(1)).hasMessageContaining("stop factor");
    assertThatThrownBy(() -> KnobRules.of(CHOICES, 32).forgettingAfter(1)).hasMessageContaining("window");
  }
}
