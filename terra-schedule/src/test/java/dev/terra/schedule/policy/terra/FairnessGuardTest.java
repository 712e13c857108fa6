package dev.terra.schedule.policy.terra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.Wans;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.TestRound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On the shortest route from A to B flows share 125e6 bytes/s; Gamma is bytes / 250e6 s, as there is a second path. */
class FairnessGuardTest {
  private static final double LINK = 125e6;
  private static final double PRECISION = 1e-6;

  private final TestRound round = new TestRound(Wans.evenTriangle());
  private final VirtualSharing sharing = new VirtualSharing(new FlowRates(round.network()));
  private final FairnessGuard guard = new FairnessGuard(round.network());

  /** A shuffle from A to B that takes so many seconds on the route alone. */
  private static ShuffleDemand onLink(String id, double seconds) {
    return Wans.shuffle(id, 0, "A", "B", seconds * LINK);
  }

  private double end(ActiveShuffle shuffle) {
    return sharing.endSeconds(shuffle.demand().id());
  }

  private static List<String> names(List<ActiveShuffle> shuffles) {
    return shuffles.stream().map(shuffle -> shuffle.demand().id().value()).toList();
  }

  @Test
  void flowsShareTheRoute() {
    ActiveShuffle one = round.active(onLink("one", 10));
    ActiveShuffle other = round.active(onLink("other", 4));
    sharing.begin(List.of(one, other), 0);
    assertThat(end(other)).isCloseTo(8, within(PRECISION));
    assertThat(end(one)).as("as long as the other shares its link").isCloseTo(20, within(PRECISION));

    sharing.begin(List.of(one, other), 9);
    assertThat(end(other)).isCloseTo(8, within(PRECISION));
    assertThat(end(one)).isCloseTo(14, within(PRECISION));
  }

  @Test
  void aWeightCountsAsSoManyFlows() {
    ActiveShuffle heavy = round.active(onLink("heavy", 9).withTerms(ShuffleTerms.ORDINARY.withWeight(3)));
    ActiveShuffle other = round.active(onLink("other", 3));
    sharing.begin(List.of(heavy, other), 0);
    assertThat(end(heavy)).isCloseTo(12, within(PRECISION));
    assertThat(end(other)).isCloseTo(12, within(PRECISION));
  }

  @Test
  void whatTheScheduleHasDoneGoesOnInTheVirtualNetwork() {
    ActiveShuffle one = round.active(onLink("one", 10));
    ActiveShuffle other = round.active(onLink("other", 4));
    sharing.begin(List.of(one, other), 0);
    sharing.begin(List.of(one), 2);
    assertThat(end(one)).as("shares with the other one for 6 s more").isCloseTo(20, within(PRECISION));
    sharing.begin(List.of(one), 12);
    assertThat(end(one)).isCloseTo(14, within(PRECISION));
  }

  @Test
  void aStageWaitsForTheStagesThatWereBeforeIt() {
    ActiveShuffle first = round.active(onLink("first", 6).withGroup("dag"));
    ActiveShuffle other = round.active(onLink("other", 100));
    sharing.begin(List.of(first, other), 0);
    ActiveShuffle second = round.active(onLink("second", 3).withGroup("dag"));
    sharing.begin(List.of(second, other), 3);
    assertThat(end(second)).as("the first is done at 12 s").isInfinite();
    sharing.begin(List.of(second, other), 13);
    assertThat(end(second)).isCloseTo(18, within(PRECISION));
    assertThat(sharing.jobStartSeconds(second.demand().id())).isZero();
  }

  @Test
  void whatAShuffleGrowsByComesToTheVirtualNetworkToo() {
    ActiveShuffle one = round.active(onLink("one", 1));
    sharing.begin(List.of(one), 0);
    round.update(one, onLink("one", 8));
    sharing.begin(List.of(one), 2);
    assertThat(end(one)).as("1 s of it was sent, and 7 s came").isCloseTo(9, within(PRECISION));
  }

  @Test
  void whatIsSentMeanwhileIsToldFromGrowthByTheRates() {
    ActiveShuffle one = round.active(onLink("one", 10));
    for (int second = 0; second < 2; second++) {
      sharing.begin(List.of(one), second * 1e-3);
      one.bundles().rates().clear();
      one.bundles().rates().addPlanned(0, 0, 2 * LINK);
      sharing.note(List.of(one));
    }
    round.update(one, onLink("one", 9));
    sharing.begin(List.of(one), 1.001);
    assertThat(end(one)).as("2 s of it were sent in the real network, 1 s was left again: 1 s is new").isCloseTo(11, within(1e-3));
  }

  /** Shuffles that are in order as they are served, after a first round at 0 s. */
  private List<String> served(double nowSeconds, ActiveShuffle... order) {
    guard.begin(List.of(order), 0);
    guard.begin(List.of(order), nowSeconds);
    return names(guard.urgentFirst(List.of(order), nowSeconds));
  }

  @Test
  void aShuffleIsUrgentWhenTheTimeUntilItIsDueIsItsGamma() {
    ActiveShuffle longest = round.active(onLink("long", 20)); // Gamma is 10 s
    ActiveShuffle other = round.active(onLink("other", 400));
    double due = FairnessGuard.STRETCH * 40;
    assertThat(served(0, other, longest)).containsExactly("other", "long");
    assertThat(served(due - 10.5, other, longest)).containsExactly("other", "long");
    assertThat(served(due - 9.5, other, longest)).containsExactly("long", "other");
    assertThat(served(1_000, other, longest)).as("both are late: the shorter one first").containsExactly("long", "other");
  }

  @Test
  void whereNoRouteIsUpNothingIsUrgent() {
    TestRound cut = new TestRound(Wans.evenTriangle());
    ActiveShuffle one = cut.active(onLink("one", 10));
    ActiveShuffle other = cut.active(onLink("other", 1));
    FairnessGuard there = new FairnessGuard(cut.network());
    cut.network().update(Wans.evenTriangle().keepLinks(link -> false));
    there.begin(List.of(one, other), 0);
    there.begin(List.of(one, other), 1_000);
    assertThat(there.urgentFirst(List.of(one, other), 1_000)).containsExactly(one, other);
  }
}
