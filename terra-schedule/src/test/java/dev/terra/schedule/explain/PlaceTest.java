package dev.terra.schedule.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.Wans;
import dev.terra.schedule.explain.Place.Basis;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the explanations of places in the order. Gamma from A to B is bytes / 250e6 s. */
class PlaceTest {
  private static final double ALL = 250e6;
  private static final ShuffleTerms ORDINARY = ShuffleTerms.ORDINARY;

  private final Wan wan = Wans.evenTriangle();

  private static ShuffleDemand seconds(String id, double gamma) {
    return Wans.shuffle(id, 0, "A", "B", gamma * ALL);
  }

  private Place place(PolicyName policy, Wan now, String id, ShuffleDemand... demands) {
    List<ShuffleDemand> all = Arrays.asList(demands);
    return new PlaceSearch(new ScheduledRound(wan, PathRules.defaults(), now, ImmutableList.copyOf(all), 0,
        new PolicyScheduler(SchedulerConfig.of(policy), new PathSets(wan, PathRules.defaults())).schedule(now, all, 0)))
        .place(new ShuffleId(id));
  }

  private Place place(String id, ShuffleDemand... demands) {
    return place(PolicyName.TERRA_PLUS, wan, id, demands);
  }

  @Test
  void whoIsAloneHasNobodyToBeComparedWith() {
    Place place = place("a", seconds("a", 1));
    assertThat(place.sentence()).isEqualTo("no other shuffle has anything to send");
    assertThat(place.ahead()).isEmpty();
    assertThat(place.group()).isEmpty();
    assertThat(place.basis().id()).isEqualTo("only-one");
  }

  @Test
  void aWeightIsSaid() {
    Place place = place("a", seconds("a", 4).withTerms(ORDINARY.withWeight(8)), seconds("b", 1));
    assertThat(place.position()).isEqualTo(1);
    assertThat(place.sentence()).isEqualTo("shortest first: its Gamma of 4.00 s / weight 8.0, before b with 1.00 s");
    assertThat(place("b", seconds("a", 4).withTerms(ORDINARY.withWeight(8)), seconds("b", 1)).sentence())
        .isEqualTo("shortest first: its Gamma of 1.00 s, after a with 0.500 s");
  }

  @Test
  void prioritiesAreComparedWithTheNeighbour() {
    ShuffleDemand urgent = seconds("a", 4).withTerms(ORDINARY.withPriority(2));
    assertThat(place("b", urgent, seconds("b", 1)).sentence()).isEqualTo("priority 0 after a with 2; among equals, its Gamma of 1.00 s");
    assertThat(place("c", urgent, seconds("b", 1), seconds("c", 2)).sentence())
        .as("the one before it has the same").isEqualTo("shortest first: its Gamma of 2.00 s, after b with 1.00 s");
  }

  @Test
  void promisesAndRefusalsBesideOneAreSaid() {
    ShuffleDemand promised = seconds("p", 4).withTerms(ORDINARY.withDeadline(60));
    ShuffleDemand refused = seconds("r", 4).withTerms(ORDINARY.withDeadline(1));
    assertThat(place("a", promised, seconds("a", 1)).sentence())
        .isEqualTo("shortest first: its Gamma of 1.00 s; p before it has a promised deadline");
    assertThat(place("a", refused, seconds("a", 1)).sentence())
        .isEqualTo("shortest first: its Gamma of 1.00 s; r after it has a deadline that cannot be met");
    assertThat(place("p", promised, seconds("a", 1)).sentence()).isEqualTo("its deadline is promised, and promises come first");
    assertThat(place("p", promised, seconds("a", 1)).basis()).isEqualTo(Basis.DEADLINE);
    assertThat(place("r", refused, seconds("a", 1)).position()).isEqualTo(2);
  }

  @Test
  void thoseOfAGroupAreSaidToBeTogether() {
    ShuffleDemand first = seconds("first", 3).withGroup("dag");
    ShuffleDemand second = Wans.shuffle("second", 1, "A", "B", ALL).withGroup("dag");
    assertThat(place("second", first, second).sentence())
        .isEqualTo("shortest first: its group's Gamma of 4.00 s; first of the same group came earlier");
    assertThat(place("first", first, second).sentence())
        .isEqualTo("shortest first: its group's Gamma of 4.00 s; second of the same group came later");
    assertThat(place("first", first, second).group()).hasValue("dag");
    assertThat(place("first", first, second).groupGammaSeconds()).isBetween(3.99, 4.01);
    Place apart = place("second", first, second.withTerms(ORDINARY.withWeight(2)));
    assertThat(apart.groupGammaSeconds()).as("another weight is another group").isBetween(0.99, 1.01);
  }

  @Test
  void thoseAheadAreNamedUpToANumber() {
    ShuffleDemand[] many = IntStream.range(0, 25).mapToObj(i -> seconds("s" + i, 1 + i)).toArray(ShuffleDemand[]::new);
    Place last = place(PolicyName.TERRA, wan, "s24", many);
    assertThat(last.position()).isEqualTo(25);
    assertThat(last.of()).isEqualTo(25);
    assertThat(last.ahead()).hasSize(Place.MOST_AHEAD).startsWith(new ShuffleId("s0")).doesNotContain(new ShuffleId("s24"));
    assertThat(last.basis()).isEqualTo(Basis.SHORTEST);
  }

  @Test
  void aBaselineHasAnOrderOfItsOwn() {
    for (PolicyName policy : List.of(PolicyName.VARYS, PolicyName.MPTCP, PolicyName.DEFAULT)) {
      Place place = place(policy, wan, "a", seconds("a", 1), seconds("b", 2));
      assertThat(place.basis()).isEqualTo(Basis.POLICY);
      assertThat(place.sentence()).isEqualTo("the order of policy " + policy);
    }
  }

  @Test
  void whoHasNoPathIsNotCompared() {
    Wan cut = wan.keepLinks(link -> !link.id().to().name().equals("B"));
    ShuffleDemand lost = seconds("lost", 1);
    ShuffleDemand other = Wans.shuffle("other", 0, "A", "C", ALL);
    assertThat(place(PolicyName.TERRA_PLUS, cut, "lost", lost, other).basis()).isEqualTo(Basis.UNCONNECTED);
    assertThat(place(PolicyName.TERRA_PLUS, cut, "lost", lost, other).sentence()).isEqualTo("no path for bundle A:B");
    assertThat(place(PolicyName.TERRA_PLUS, cut, "other", lost, other).basis()).isEqualTo(Basis.SHORTEST);
    ShuffleDemand sister = Wans.shuffle("sister", 0, "A", "C", ALL).withGroup("g");
    assertThat(place(PolicyName.TERRA_PLUS, cut, "sister", lost.withGroup("g"), sister, other).sentence())
        .isEqualTo("a shuffle of its group has a bundle without a path");
  }
}
