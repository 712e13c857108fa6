package dev.terra.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableSortedSet;
import dev.terra.core.recurring.ProfileSearch.ObservedSaving;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostsTest {
  private static final SettingProfile SLOW = new SettingProfile(100, 90, 12);
  private static final SettingProfile FAST = new SettingProfile(250, 200, 8);

  @Test
  void energyAndTimeAreWeighed() {
    assertThat(new CostWeights(.5, 250).cost(1_500, 10)).isEqualTo(2_000);
    assertThat(new CostWeights(1, 250).cost(1_500, 10)).isEqualTo(1_500);
    assertThat(new CostWeights(0, 250).cost(1_500, 10)).isEqualTo(2_500);
  }

  @Test
  void theCheapestSettingDependsOnTheWeights() {
    assertThat(ProfileSearch.cheapest(new CostWeights(1, 250), List.of(SLOW, FAST))).isEqualTo(SLOW);
    assertThat(ProfileSearch.cheapest(new CostWeights(0, 250), List.of(SLOW, FAST))).isEqualTo(FAST);
  }

  @Test
  void ofEqualSettingsTheFasterOneIsUsed() {
    SettingProfile same = new SettingProfile(300, 200, 8);
    assertThat(ProfileSearch.cheapest(new CostWeights(.5, 300), List.of(FAST, same))).isEqualTo(same);
  }

  @Test
  void anObservedRunIsToldWhatItWouldHaveSpent() {
    ObservedSaving saving = ProfileSearch.observed(new CostWeights(1, 250), List.of(SLOW, FAST), 250);
    assertThat(saving).isEqualTo(new ObservedSaving(100, 1_080. / 1_600, 1.5));
    assertThatThrownBy(() -> ProfileSearch.observed(new CostWeights(1, 250), List.of(SLOW), 250)).hasMessageContaining("setting 250");
  }

  @Test
  void beliefsAreConjugate() {
    CostBelief belief = CostBelief.after(new CostPrior(10, .25), 4, 20, 8);
    assertThat(belief.variance()).isCloseTo(1 / .75, within(1e-12));
    assertThat(belief.mean()).isCloseTo((.25 * 10 + .5 * 20) / .75, within(1e-12));
    assertThat(belief.draw(2)).isCloseTo(belief.mean() + 2 * Math.sqrt(1 / .75), within(1e-12));
  }

  @Test
  void whatIsUnknownComesFirstAndWhatIsCertainDoesNotVary() {
    assertThat(CostBelief.after(CostPrior.FLAT, 0, 0, 0).draw(3)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(CostBelief.after(CostPrior.FLAT, 3, 7, 0).draw(3)).isEqualTo(7);
  }

  @Test
  void equalCostsOfAChoiceAreNotCertainWhileOthersVary() {
    KnobRules rules = KnobRules.of(ImmutableSortedSet.of(1, 2), 1);
    List<TriedChoice> results = List.of(new TriedChoice(1, 100, true), new TriedChoice(1, 100, true), new TriedChoice(2, 100, true),
        new TriedChoice(2, 120, true));
    var beliefs = new LearnedCosts(rules, rules.choices(), results).beliefs();
    assertThat(beliefs.get(1).variance()).isPositive().isLessThan(beliefs.get(2).variance());
  }
}
