package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An estimate, observation by observation: of a link of nominally 100, in intervals of 0.6 s. */
class LinkCapacityTest {
  private static final double SECONDS = 0.6;

  private LinkCapacity link = new LinkCapacity(100, true, 1);
  private double now;

  @BeforeEach
  void somethingIsUnderWay() {
    int intervals = (int) Math.ceil(LinkCapacity.BEGINS_SECONDS / SECONDS);
    now = -intervals * SECONDS;
    for (int i = 0; i < intervals; i++) {
      carries(60, 100, 0);
    }
  }

  /** More waited than it took. */
  private void takes(double rate) {
    now += SECONDS;
    link.observe(new LinkObservation(SECONDS, rate, SECONDS, rate, 0, 1, 100), now);
  }

  /** It is said twice in a row that it takes so much: at its nominal capacity it is believed then. */
  private void fallsTo(double rate) {
    takes(rate);
    takes(rate);
  }

  /** It carried what there was. */
  private void carries(double rate, double granted, double queuedSeconds) {
    now += SECONDS;
    link.observe(new LinkObservation(SECONDS, rate, 0, 0, 0, queuedSeconds, granted), now);
  }

  private void carriesAll(double rate) {
    carries(rate, rate, 0);
  }

  @Test
  void whatIsSaidIsBelievedUntilSomethingIsSeen() {
    assertThat(link.estimate()).isEqualTo(100);
    assertThat(link.planned()).isEqualTo(100);
    assertThat(link.measuredSeconds()).isEmpty();
    carries(30, 100, 0);
    assertThat(link.estimate()).as("less was sent than was granted: that says nothing").isEqualTo(100);
    assertThat(link.measuredSeconds()).isEmpty();
  }

  @Test
  void whatItTakesWhileMoreWaitsIsWhatItCarriesInTheMeanOfAWhile() {
    takes(60);
    assertThat(link.estimate()).as("TCP may just recover from what it lost").isEqualTo(100);
    takes(20);
    assertThat(link.estimate()).as("so little is believed at once").isEqualTo(20);
    assertThat(link.measuredSeconds()).hasValue(now);
    takes(30);
    assertThat(link.estimate()).as("0.6 of 0.8 s: the first counts for 0.2").isCloseTo(27.5, within(1e-9));
    takes(35);
    assertThat(link.estimate()).as("0.6 of 1.4 s").isCloseTo(27.5 + 7.5 * 0.6 / 1.4, within(1e-9));
    takes(30);
    assertThat(link.estimate()).as("some percent are no change").isCloseTo(27.5 + 7.5 * 0.6 / 1.4, within(1e-9));
    carries(5, 20, 0);
    takes(60);
    assertThat(link.estimate()).as("after a pause it begins anew").isEqualTo(60);
  }

  @Test
  void aShortageThatTcpsRecoveryMayBeIsBelievedWhenItIsSaidTwice() {
    takes(60);
    takes(60);
    assertThat(link.estimate()).isEqualTo(60);
  }

  @Test
  void whereTrafficHasJustBegunAShortageHasToLast() {
    now += 3;
    double begun = now;
    while (now + SECONDS < begun + LinkCapacity.BEGINS_SECONDS) {
      takes(5);
      assertThat(link.estimate()).as("TCP may look for its pace").isEqualTo(100);
    }
    takes(5);
    assertThat(link.estimate()).as("after five seconds it is so").isEqualTo(5);
  }

  @Test
  void aLinkThatFallsBackWhileItsTrafficBeginsIsNotSlow() {
    now += 3;
    carries(80, 100, 0);
    takes(5);
    takes(10);
    assertThat(link.estimate()).isEqualTo(100);
  }

  @Test
  void nearTheNominalCapacityItIsThatAndNeverNextToNothing() {
    fallsTo(20);
    carries(1, 20, 0);
    takes(92);
    assertThat(link.estimate()).isEqualTo(100);
    fallsTo(0.001);
    assertThat(link.estimate()).isEqualTo(0.5);
    takes(0.001);
    assertThat(link.estimate()).isEqualTo(0.5);
    link = new LinkCapacity(100, false, 1);
    takes(93);
    assertThat(link.estimate()).as("where nobody says a capacity there is none to be near").isEqualTo(93);
  }

  @Test
  void whereTheFarEndDoesNotReadNothingIsLearnt() {
    link.observe(new LinkObservation(SECONDS, 20, SECONDS, 20, 0.2, 1, 100), 1);
    link.observe(new LinkObservation(SECONDS, 20, SECONDS, 20, 0.2, 1, 100), 1.6);
    assertThat(link.estimate()).isEqualTo(100);
    link.observe(new LinkObservation(SECONDS, 20, SECONDS, 20, 0.12, 1, 100), 2.2);
    link.observe(new LinkObservation(SECONDS, 20, SECONDS, 20, 0.12, 1, 100), 2.8);
    assertThat(link.estimate()).as("a fifth of the time is nothing").isEqualTo(20);
  }

  @Test
  void aRecoveryIsFoundBySteps() {
    fallsTo(20);
    carriesAll(20);
    assertThat(link.planned()).as("half a second of all of it").isEqualTo(22);
    assertThat(link.estimate()).isEqualTo(20);
    carriesAll(22);
    assertThat(link.planned()).as("there is more").isEqualTo(25);
    carriesAll(25);
    assertThat(link.estimate()).isEqualTo(25);
    assertThat(link.planned()).isEqualTo(62.5);
    carriesAll(62.5);
    assertThat(link.planned()).as("the last step ends at the nominal capacity").isEqualTo(100);
    carriesAll(100);
    assertThat(link.estimate()).isEqualTo(100);
    assertThat(link.planned()).isEqualTo(100);
  }

  @Test
  void whereThereIsNoMoreATrialIsGentleBelowTheNominalCapacityToo() {
    fallsTo(20);
    carriesAll(20);
    carries(20.2, 22, 0.05);
    assertThat(link.planned()).as("no queue is filled for longer than an interval").isCloseTo(20.2, within(1e-9));
  }

  @Test
  void whatCarriesLessThanWasTriedKeepsWhatItCarried() {
    fallsTo(20);
    carriesAll(20);
    carriesAll(22);
    carriesAll(25);
    carries(30, 62.5, 0);
    assertThat(link.estimate()).isEqualTo(30);
    assertThat(link.planned()).as("not again in this window").isEqualTo(30);
    now = 4;
    carriesAll(30);
    assertThat(link.planned()).as("but in the next one").isEqualTo(33);
  }

  @Test
  void aQueueThatBeginsToGrowIsNoSuccess() {
    fallsTo(20);
    carriesAll(20);
    carriesAll(22);
    carries(25, 25, 0.3);
    assertThat(link.estimate()).as("it carried that much").isEqualTo(25);
    assertThat(link.planned()).as("and is not tried further").isEqualTo(25);
  }

  @Test
  void aTrialThatNoScheduleFollowsSaysNothingAndEnds() {
    fallsTo(20);
    carriesAll(20);
    double begun = now;
    carries(20, 20, 0);
    assertThat(link.planned()).as("it waits for the schedule").isEqualTo(22);
    link.tick(begun + 2.9);
    assertThat(link.planned()).isEqualTo(22);
    link.tick(begun + 3.1);
    assertThat(link.planned()).isEqualTo(20);
  }

  @Test
  void theLastBytesOfOneOfSeveralConnectionsAreNoShortage() {
    fallsTo(20);
    carries(10, 20, 0);
    takes(4);
    assertThat(link.estimate()).isEqualTo(20);
    takes(4);
    assertThat(link.estimate()).as("it lasts").isEqualTo(4);
  }

  @Test
  void whatDoesNotTakeAllOfTheFirstStepIsNotTriedWithFarMore() {
    fallsTo(20);
    carriesAll(20);
    carriesAll(22);
    carries(24, 25, 0.05);
    assertThat(link.estimate()).isEqualTo(24);
    assertThat(link.planned()).isEqualTo(24);
  }

  @Test
  void whatALinkTakesWhileTcpRecoversFromATrialIsBelievedWhenItIsSaidTwice() {
    fallsTo(20);
    carriesAll(20);
    takes(15);
    assertThat(link.estimate()).as("packets of the trial may be lost").isEqualTo(20);
    takes(15);
    assertThat(link.estimate()).as("0.6 of 0.8 s").isCloseTo(16.25, within(1e-9));
  }

  @Test
  void whatATrialIsHeldUpByIsWhatTheLinkCarries() {
    fallsTo(20);
    carriesAll(20);
    now += SECONDS;
    link.observe(new LinkObservation(SECONDS, 22, SECONDS, 22, 0, 1, 25), now);
    assertThat(link.estimate()).isCloseTo(22, within(1e-9));
    assertThat(link.planned()).isCloseTo(22, within(1e-9));
  }

  @Test
  void beyondTheNominalCapacityItIsTriedForLongerAndSeldom() {
    carriesAll(100);
    assertThat(link.planned()).as("in a window of even number, gently").isCloseTo(110, within(1e-9));
    carriesAll(110);
    assertThat(link.planned()).as("what had gathered somewhere lasts for a while").isCloseTo(110, within(1e-9));
    carriesAll(110);
    assertThat(link.estimate()).isEqualTo(100);
    assertThat(link.planned()).as("it carried that, so it is tried with more").isEqualTo(125);
    carriesAll(125);
    assertThat(link.estimate()).isEqualTo(100);
    carriesAll(125);
    assertThat(link.estimate()).as("it has another capacity").isEqualTo(125);
    assertThat(link.planned()).isEqualTo(312.5);
  }

  @Test
  void aGentleTrialEndsWithTheFirstIntervalThatShowsNoMore() {
    carriesAll(100);
    carries(101, 110, 0.05);
    assertThat(link.planned()).as("a router's queue is not filled").isEqualTo(100);
    assertThat(link.estimate()).isEqualTo(100);
  }

  @Test
  void afterAFailureTheNextTrialIsFurtherAway() {
    int trials = 0;
    double before = 100;
    for (int i = 0; i < 400; i++) {
      carries(100, link.planned(), 0);
      trials += link.planned() > 100 && before == 100 ? 1 : 0;
      before = link.planned();
    }
    assertThat(trials).as("in 240 s, which are 60 windows: the first, then 8 and 32 apart").isBetween(2, 4);
    assertThat(link.estimate()).isEqualTo(100);
  }

  @Test
  void onlyAPartIsPlanned() {
    link = new LinkCapacity(100, true, 0.5);
    somethingIsUnderWay();
    fallsTo(20);
    carriesAll(10);
    assertThat(link.planned()).as("half of it is all that is granted").isEqualTo(22);
    carries(11, 11, 0);
    assertThat(link.planned()).isEqualTo(25);
    carries(12.5, 12.5, 0);
    assertThat(link.estimate()).isEqualTo(25);
  }

  @Test
  void whatNobodySaidIsSearchedAtOnce() {
    link = new LinkCapacity(10, false, 1);
    carriesAll(10);
    assertThat(link.planned()).as("two and a half times as much").isEqualTo(25);
    carriesAll(25);
    assertThat(link.planned()).isEqualTo(62.5);
    carries(30, 62.5, 0);
    assertThat(link.estimate()).isEqualTo(30);
    assertThat(link.planned()).isEqualTo(30);
  }

  @Test
  void nothingIsNoCapacity() {
    assertThatThrownBy(() -> new LinkCapacity(0, true, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new LinkCapacity(1, true, 0)).hasMessageContaining("above 0");
    double[] good = {1, 1, 1, 1, 1, 1, 1};
    for (int wrong = 0; wrong < good.length; wrong++) {
      double[] values = good.clone();
      values[wrong] = wrong == 0 ? 0 : -1;
      assertThatThrownBy(() -> new LinkObservation(values[0], values[1], values[2], values[3], values[4], values[5], values[6]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new LinkObservation(1, 0, 0, 0, 0, 0, 0).isNetworkLimited()).isFalse();
  }

  @Test
  void theNetworkDecidesIfItDidForAPartOfTheTime() {
    assertThat(new LinkObservation(1, 1, 0.1, 1, 0, 0, 1).isNetworkLimited()).isTrue();
    assertThat(new LinkObservation(1, 1, 0, 0, 0, 0, 1).isNetworkLimited()).isFalse();
    assertThat(new LinkObservation(1, 0, 1, 0, 0, 0, 1).isNetworkLimited()).as("nothing came at all").isFalse();
    assertThat(new LinkObservation(2, 1, 2, 1, 0.5, 0, 1).isNetworkLimited()).as("the far end decided").isFalse();
    assertThat(new LinkObservation(2, 1, 2, 1, 0.4, 0, 1).isNetworkLimited()).isTrue();
  }
}
