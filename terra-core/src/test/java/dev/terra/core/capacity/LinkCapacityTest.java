package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of an estimate, observation by observation. The link has a nominal capacity of 100, and intervals take 0.6 s. */
class LinkCapacityTest {
  private static final double SECONDS = 0.6;

  private LinkCapacity link = new LinkCapacity(100, true, 1);
  private double now;

  @BeforeEach
  void somethingIsUnderWay() {
    int intervals = (int) Math.ceil(CapacityConstants.DEFAULT.beginsSeconds() / SECONDS);
    now = -intervals * SECONDS;
    for (int i = 0; i < intervals; i++) {
      carries(60, 100, 0);
    }
  }

  /** Observes an interval in which more bytes waited than the link carried. */
  private void takes(double rate) {
    now += SECONDS;
    link.observe(new LinkObservation(SECONDS, rate, SECONDS, rate, 0, 1, 100), now);
  }

  /** Observes a rate for a whole window, after which the estimate follows it. */
  private void fallsTo(double rate) {
    takes(rate);
    takes(rate);
  }

  /** Observes an interval in which the link carried all bytes that there were. */
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
  void itFallsToTheMeanOfAWindowInWhichMoreWaitedAllTheTime() {
    takes(60);
    assertThat(link.estimate()).as("TCP may recover from a loss").isEqualTo(100);
    takes(20);
    assertThat(link.estimate()).as("of 1.2 s").isCloseTo(40, within(1e-9));
    assertThat(link.measuredSeconds()).hasValue(now);
    takes(30);
    assertThat(link.estimate()).as("what is older than the window is gone").isCloseTo(25, within(1e-9));
    takes(31);
    assertThat(link.estimate()).isCloseTo(30.5, within(1e-9));
    takes(30);
    takes(32);
    assertThat(link.estimate()).as("some percent are an interval's noise").isCloseTo(30.5, within(1e-9));
    carries(5, 20, 0);
    takes(60);
    assertThat(link.estimate()).as("what it has taken it carries").isEqualTo(60);
  }

  /** Lets the link carry all that is planned, and a probe find no more capacity. */
  private void useAllOfIt() {
    carriesAll(100);
    carries(100, 110, 0);
    assertThat(link.planned()).isEqualTo(100);
  }

  /** Observes an interval in a part of which more bytes waited than the link carried. */
  private void takesFor(double seconds, double rate) {
    now += SECONDS;
    link.observe(new LinkObservation(SECONDS, rate, seconds, rate, 0, 1, 100), now);
  }

  @Test
  void aFallToAFifthNeedsLessTimeThanOneToSevenTenths() {
    useAllOfIt();
    takesFor(0.6, 20);
    assertThat(link.estimate()).isEqualTo(20);
    takesFor(0.2, 40);
    assertThat(link.estimate()).as("the mean becomes more exact with each interval").isCloseTo(25, within(1e-9));
    link = new LinkCapacity(100, true, 1);
    somethingIsUnderWay();
    useAllOfIt();
    takesFor(0.4, 70);
    takesFor(0.4, 70);
    assertThat(link.estimate()).as("so little may be noise").isEqualTo(100);
    takesFor(0.4, 70);
    assertThat(link.estimate()).isCloseTo(70, within(1e-9));
  }

  @Test
  void moreThanTheEstimateIsCarriedIfTwoIntervalsSaySo() {
    fallsTo(20);
    carriesAll(20);
    carries(20, 22, 0);
    assertThat(link.planned()).as("a probe finds no more").isEqualTo(20);
    carries(30, 20, 0);
    assertThat(link.estimate()).as("bytes may have waited behind a lost packet").isEqualTo(20);
    carries(24, 20, 0);
    assertThat(link.estimate()).isEqualTo(24);
  }

  @Test
  void aBriefDipIsNoFall() {
    useAllOfIt();
    takesFor(0.5, 20);
    carries(100, 100, 0);
    takesFor(0.5, 20);
    assertThat(link.estimate()).isEqualTo(100);
  }

  @Test
  void aFallIsOnlyEvidentWhereTheLinkWasUsedInFullUntilBytesWaited() {
    useAllOfIt();
    carries(50, 100, 0.5);
    takes(20);
    assertThat(link.estimate()).as("the queue grew in the interval before").isEqualTo(20);
    link = new LinkCapacity(100, true, 1);
    somethingIsUnderWay();
    useAllOfIt();
    carries(50, 100, 0);
    takes(20);
    assertThat(link.estimate()).as("there was less to send").isEqualTo(100);
    useAllOfIt();
    now += SECONDS;
    link.observe(new LinkObservation(SECONDS, 20, 0, 0, SECONDS, 1, 100), now);
    takes(20);
    assertThat(link.estimate()).as("the far end did not read").isEqualTo(100);
  }

  @Test
  void aPauseEndsAWindow() {
    takes(60);
    carries(50, 100, 0);
    takes(60);
    assertThat(link.estimate()).isEqualTo(100);
    takes(60);
    assertThat(link.estimate()).isEqualTo(60);
  }

  @Test
  void whereTrafficHasJustBegunAShortageHasToLast() {
    now += 3;
    double begun = now;
    while (now + SECONDS < begun + CapacityConstants.DEFAULT.beginsSeconds()) {
      takes(5);
      assertThat(link.estimate()).as("TCP may search its pace").isEqualTo(100);
    }
    takes(5);
    assertThat(link.estimate()).isEqualTo(5);
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
    takes(0.001);
    takes(0.001);
    takes(0.001);
    assertThat(link.estimate()).isEqualTo(1);
    link = new LinkCapacity(100, false, 1);
    somethingIsUnderWay();
    fallsTo(93);
    assertThat(link.estimate()).as("where no file states a capacity there is none to be near").isCloseTo(93, within(1e-9));
  }

  @Test
  void whereTheFarEndDoesNotReadNothingIsLearnt() {
    for (int i = 0; i < 3; i++) {
      now += SECONDS;
      link.observe(new LinkObservation(SECONDS, 20, SECONDS, 20, 0.2, 1, 100), now);
    }
    assertThat(link.estimate()).isEqualTo(100);
    for (int i = 0; i < 2; i++) {
      now += SECONDS;
      link.observe(new LinkObservation(SECONDS, 20, SECONDS, 20, 0.12, 1, 100), now);
    }
    assertThat(link.estimate()).as("a fifth of the time is nothing").isEqualTo(20);
  }

  @Test
  void aRecoveryIsFoundByProbes() {
    fallsTo(20);
    carriesAll(20);
    assertThat(link.planned()).isCloseTo(22, within(1e-9));
    assertThat(link.estimate()).isEqualTo(20);
    carriesAll(22);
    assertThat(link.estimate()).isCloseTo(22, within(1e-9));
    assertThat(link.planned()).as("four times as much is added").isCloseTo(22 * 1.4, within(1e-9));
    carriesAll(30.8);
    assertThat(link.planned()).isCloseTo(30.8 * 2.6, within(1e-9));
    carriesAll(80);
    assertThat(link.planned()).as("the last probe ends at the nominal capacity").isEqualTo(100);
    carriesAll(100);
    assertThat(link.estimate()).isEqualTo(100);
    assertThat(link.planned()).isEqualTo(100);
  }

  @Test
  void whatTakesLessThanHalfOfWhatIsAddedKeepsWhatItCarried() {
    fallsTo(20);
    carriesAll(20);
    carriesAll(22);
    carriesAll(30.8);
    carries(40, 80, 0);
    assertThat(link.estimate()).isEqualTo(40);
    assertThat(link.planned()).as("not again before the next multiple of four seconds").isEqualTo(40);
    now = 4;
    carriesAll(40);
    assertThat(link.planned()).isCloseTo(44, within(1e-9));
  }

  @Test
  void aFirstProbeEndsWithTheFirstIntervalThatShowsNoMore() {
    fallsTo(20);
    carriesAll(20);
    carries(20.2, 22, 0.05);
    assertThat(link.planned()).as("no queue is filled for longer than an interval").isEqualTo(20);
  }

  @Test
  void aQueueThatBeginsToGrowIsNoSuccess() {
    fallsTo(20);
    carriesAll(20);
    carriesAll(22);
    carries(30.8, 30.8, 0.3);
    assertThat(link.estimate()).as("it carried that much").isCloseTo(30.8, within(1e-9));
    assertThat(link.planned()).as("and is not probed further").isCloseTo(30.8, within(1e-9));
  }

  @Test
  void aProbeThatNoScheduleFollowsSaysNothingAndEnds() {
    fallsTo(20);
    carriesAll(20);
    double begun = now;
    carries(20, 20, 0);
    assertThat(link.planned()).as("it waits for the schedule").isCloseTo(22, within(1e-9));
    link.tick(begun + 3.9);
    assertThat(link.planned()).isCloseTo(22, within(1e-9));
    link.tick(begun + 4);
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
  void whatALinkTakesAfterAProbeThatWasTooMuchHasToLast() {
    fallsTo(20);
    carriesAll(20);
    carriesAll(22);
    takes(15);
    assertThat(link.estimate()).as("packets of the probe may be lost").isCloseTo(22, within(1e-9));
    takes(15);
    assertThat(link.estimate()).isEqualTo(15);
  }

  @Test
  void whatAProbeIsHeldUpByIsWhatTheLinkCarries() {
    fallsTo(20);
    carriesAll(20);
    takes(21);
    assertThat(link.estimate()).isEqualTo(21);
    assertThat(link.planned()).isEqualTo(21);
  }

  @Test
  void beyondTheNominalCapacityAProbeTakesAWindow() {
    now = 16;
    carriesAll(100);
    assertThat(link.planned()).isCloseTo(110, within(1e-9));
    carriesAll(110);
    assertThat(link.planned()).as("what had gathered somewhere lasts for a while").isCloseTo(110, within(1e-9));
    carriesAll(110);
    assertThat(link.estimate()).isEqualTo(100);
    assertThat(link.planned()).as("it carried that").isCloseTo(140, within(1e-9));
    carriesAll(140);
    assertThat(link.estimate()).isEqualTo(100);
    carriesAll(140);
    assertThat(link.estimate()).as("it has another capacity").isCloseTo(140, within(1e-9));
    assertThat(link.planned()).isCloseTo(140 * 2.6, within(1e-9));
  }

  @Test
  void aLinkThatIsTheLimitBeyondItsNominalCapacityHasAnother() {
    fallsTo(130);
    assertThat(link.estimate()).isEqualTo(130);
    carries(90, 130, 0);
    takes(97);
    takes(97);
    assertThat(link.estimate()).as("the nominal one is believed no more").isEqualTo(97);
  }

  @Test
  void afterAFailureTheNextProbeIsFurtherAway() {
    int probes = 0;
    double before = 100;
    for (int i = 0; i < 400; i++) {
      carries(100, link.planned(), 0);
      probes += link.planned() > 100 && before == 100 ? 1 : 0;
      before = link.planned();
    }
    assertThat(probes).as("in 240 s, which are 60 multiples: the first, then 4, 16 and 64 apart").isBetween(2, 5);
    assertThat(link.estimate()).isEqualTo(100);
  }

  @Test
  void onlyAPartIsPlanned() {
    link = new LinkCapacity(100, true, 0.5);
    somethingIsUnderWay();
    fallsTo(20);
    now = 4;
    carriesAll(10);
    assertThat(link.planned()).as("half of it is granted").isCloseTo(44, within(1e-9));
    carries(22, 22, 0);
    assertThat(link.estimate()).isCloseTo(22, within(1e-9));
  }

  @Test
  void aCapacityThatNoFileStatesIsSearchedAtOnce() {
    link = new LinkCapacity(10, false, 1);
    carriesAll(10);
    assertThat(link.planned()).isCloseTo(26, within(1e-9));
    carriesAll(26);
    assertThat(link.planned()).isCloseTo(67.6, within(1e-9));
    carries(30, 67.6, 0);
    assertThat(link.estimate()).isEqualTo(30);
    assertThat(link.planned()).isEqualTo(30);
  }

  @Test
  void othersThatExplainAShortageAndAreGoneBringAProbeAtOnce() {
    fallsTo(40);
    link.others(50, now);
    assertThat(link.planned()).isEqualTo(40);
    link.others(10, now + 0.1);
    assertThat(link.planned()).as("what they leave").isCloseTo(90, within(1e-9));
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
