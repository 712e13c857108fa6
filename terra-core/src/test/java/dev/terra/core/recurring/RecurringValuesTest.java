package dev.terra.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableSortedSet;
import dev.terra.core.recurring.KnobTrial.Purpose;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the exact values that are learned, and of the bounds of arguments. */
class RecurringValuesTest {
  private static final KnobRules RULES = KnobRules.of(List.of(1, 2, 3), 1);

  private static TriedChoice tried(int choice, double cost) {
    return new TriedChoice(choice, cost, true);
  }

  private static Map<Integer, CostBelief> beliefs(KnobRules rules, TriedChoice... results) {
    return new LearnedCosts(rules, rules.choices(), List.of(results)).beliefs();
  }

  @Test
  void aChoiceHasTwoRunsOfTheVarianceOfAll() {
    Map<Integer, CostBelief> beliefs = beliefs(RULES, tried(1, 100), tried(2, 200), tried(1, 120), tried(2, 200), tried(2, 200));
    double relative = 200 / (110. * 110) / 3;
    assertThat(beliefs.get(1).mean()).isCloseTo(110, within(1e-9));
    assertThat(beliefs.get(1).variance()).isCloseTo((200 + 2 * relative * 110 * 110) / 4 / 2, within(1e-9));
    assertThat(beliefs.get(2).mean()).isCloseTo(200, within(1e-9));
    assertThat(beliefs.get(2).variance()).isCloseTo(2 * relative * 200 * 200 / 5 / 3, within(1e-9));
    assertThat(beliefs.get(3)).isEqualTo(new CostBelief(0, Double.POSITIVE_INFINITY));
  }

  @Test
  void onlyTheLastRunsOfAChoiceCount() {
    Map<Integer, CostBelief> beliefs = beliefs(RULES.forgettingAfter(2), tried(1, 900), tried(1, 50), tried(2, 7), tried(1, 50));
    assertThat(beliefs.get(1)).isEqualTo(new CostBelief(50, 0));
    assertThat(beliefs.get(2)).isEqualTo(new CostBelief(7, 0));
  }

  @Test
  void runsThatCostNothingAreCertain() {
    assertThat(beliefs(RULES, tried(1, 0), tried(1, 0), tried(2, 10), tried(2, 20)).get(1)).isEqualTo(new CostBelief(0, 0));
  }

  @Test
  void aPriorStandsWhereNothingRan() {
    assertThat(CostBelief.after(new CostPrior(10, .25), 0, 0, 0)).isEqualTo(new CostBelief(10, 4));
    assertThat(CostBelief.after(new CostPrior(10, .25), 1, 3, 0)).isEqualTo(new CostBelief(3, 0));
    assertThat(CostBelief.after(CostPrior.FLAT, 2, 3, 8)).isEqualTo(new CostBelief(3, 4));
    assertThat(new CostBelief(7, 4).draw(-1.5)).isEqualTo(4);
  }

  private static KnobLearner ended(KnobLearner learner, KnobTrial trial, double cost, boolean reached) {
    return learner.started(trial).ended(trial, cost, reached);
  }

  @Test
  void afterThreeStoppedRunsTheUsualChoiceReturns() {
    KnobLearner learner = KnobLearner.fresh(KnobRules.of(List.of(1), 1));
    learner = ended(learner, learner.next(() -> 0), 10, true);
    for (int i = 0; i < 3; i++) {
      KnobTrial trial = learner.next(() -> 0);
      assertThat(trial).as("stopped " + i + " times").isEqualTo(new KnobTrial(1, i == 0 ? Purpose.EXPLORE : Purpose.SAMPLE, 20));
      learner = ended(learner, trial, 5, false);
    }
    assertThat(learner.next(() -> 0)).isEqualTo(new KnobTrial(1, Purpose.RETURN, Double.POSITIVE_INFINITY));
    assertThat(learner.results()).extracting(TriedChoice::cost).containsExactly(10., 20., 20., 20.);
  }

  @Test
  void aRunWithoutALimitThatEndsEarlyCountsAsItIs() {
    KnobLearner learner = KnobLearner.fresh(RULES);
    assertThat(ended(learner, learner.next(() -> 0), 5, false).results()).containsExactly(new TriedChoice(1, 5, false));
    assertThat(ended(learner, new KnobTrial(1, Purpose.SAMPLE, 20), 25, false).results()).containsExactly(new TriedChoice(1, 25, false));
    assertThat(ended(learner, new KnobTrial(1, Purpose.SAMPLE, 20), 15, true).results()).containsExactly(new TriedChoice(1, 15, true));
  }

  @Test
  void theLeastDrawIsTaken() {
    KnobLearner learner = KnobLearner.fresh(KnobRules.of(List.of(1, 2), 1));
    while (learner.isExploring()) {
      KnobTrial trial = learner.next(() -> 0);
      learner = ended(learner, trial, trial.choice() == 1 ? 100 : 101, true);
    }
    assertThat(learner.next(() -> 0).choice()).isEqualTo(1);
    KnobTrial first = new KnobTrial(1, Purpose.SAMPLE, 200);
    KnobLearner dearer = ended(ended(learner, first, 104, true), first, 104, true);
    assertThat(dearer.next(() -> 0).choice()).isEqualTo(2);
    assertThat(dearer.next(() -> 0).stopAbove()).isEqualTo(200);
  }

  @Test
  void theLimitAndWhatIsKeptFollowTheWindow() {
    KnobLearner learner = KnobLearner.fresh(KnobRules.of(List.of(1, 2), 1).forgettingAfter(2).stoppingAt(3));
    KnobTrial trial = new KnobTrial(1, Purpose.SAMPLE, Double.POSITIVE_INFINITY);
    for (int cost = 1; cost <= 6; cost++) {
      learner = ended(learner, trial, cost, true);
    }
    assertThat(learner.results()).extracting(TriedChoice::cost).as("two of two choices").containsExactly(3., 4., 5., 6.);
    assertThat(learner.next(() -> 0).stopAbove()).as("three times the least of two").isEqualTo(15);
  }

  @Test
  void aRunThatIsNoPartOfTheExplorationDoesNotEndIt() {
    KnobLearner learner = KnobLearner.fresh(RULES);
    KnobTrial first = learner.next(() -> 0);
    KnobLearner exploring = learner.started(first);
    KnobTrial beside = exploring.next(() -> 0);
    assertThat(exploring.lost(beside).next(() -> 0).purpose()).isEqualTo(Purpose.BEST_SO_FAR);
    assertThat(exploring.ended(beside, 3, true).next(() -> 0).purpose()).isEqualTo(Purpose.BEST_SO_FAR);
    assertThat(exploring.lost(first).next(() -> 0)).isEqualTo(first);
    assertThat(learner.started(beside).next(() -> 0)).as("none of the exploration has started").isEqualTo(first);
  }

  @Test
  void theBestSoFarIsTheCheapestThatWasReached() {
    KnobLearner learner = KnobLearner.fresh(RULES);
    learner = ended(learner, new KnobTrial(2, Purpose.OBSERVE, Double.POSITIVE_INFINITY), 4, true);
    learner = ended(learner, new KnobTrial(3, Purpose.OBSERVE, Double.POSITIVE_INFINITY), 9, true);
    learner = ended(learner, new KnobTrial(1, Purpose.OBSERVE, Double.POSITIVE_INFINITY), 1, false);
    learner = learner.started(new KnobTrial(1, Purpose.EXPLORE, 8));
    assertThat(learner.next(() -> 0)).isEqualTo(new KnobTrial(2, Purpose.BEST_SO_FAR, 8));
  }

  @Test
  void rangesEndWhereTheySay() {
    assertThat(RULES.forgettingAfter(2).window()).isEqualTo(2);
    assertThat(RULES.choices()).isEqualTo(ImmutableSortedSet.of(1, 2, 3));
    assertThatThrownBy(() -> RULES.forgettingAfter(1_001)).hasMessageContaining("window");
    assertThat(new CostBelief(1, 0).draw(9)).isEqualTo(1);
    assertThatThrownBy(() -> new CostBelief(1, -1)).hasMessageContaining("variance");
    assertThatThrownBy(() -> new CostPrior(1, -1)).hasMessageContaining("precision");
    assertThatThrownBy(() -> new CostWeights(-.1, 1)).hasMessageContaining("eta");
    assertThatThrownBy(() -> new CostWeights(1.1, 1)).hasMessageContaining("eta");
    assertThatThrownBy(() -> new CostWeights(1, 0)).hasMessageContaining("second");
    assertThat(new SettingProfile(1, 0, 1).spentPerUnit()).isZero();
    assertThatThrownBy(() -> new SettingProfile(1, -1, 1)).hasMessageContaining("spent");
    assertThatThrownBy(() -> new SettingProfile(1, 1, 0)).hasMessageContaining("time");
    assertThatThrownBy(() -> tried(1, -1)).hasMessageContaining("cost");
    assertThatThrownBy(() -> ProfileSearch.cheapest(new CostWeights(1, 1), List.of())).hasMessageContaining("at least one");
  }
}
