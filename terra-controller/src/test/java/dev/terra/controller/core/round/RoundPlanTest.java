package dev.terra.controller.core.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.shuffle.Places;
import dev.terra.controller.core.shuffle.ProgressBook;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests of when the present schedule is good enough to be kept. */
class RoundPlanTest {
  private static final RoundPlan.Tolerance TOLERANCE = new RoundPlan.Tolerance(0.02, 0.2, 0.1);
  private static final double GAMMA_SECONDS = 10;
  private static final SitePair TO_B = new SitePair(new SiteId("A"), new SiteId("B"));
  private static final SitePair TO_C = new SitePair(new SiteId("A"), new SiteId("C"));
  private static final SitePair TO_D = new SitePair(new SiteId("A"), new SiteId("D"));

  private final RunningShuffle shuffle = new RunningShuffle(new ShuffleId("job"), 0);

  RoundPlanTest() {
    shuffle.report(TO_B.from(), new long[] {10_000, 10_000}, null);
    shuffle.place(Places.of(Map.of(0, TO_B.to(), 1, TO_C.to())));
    shuffle.noteGamma(GAMMA_SECONDS);
  }

  private RoundPlan plan(long toB, long toC) {
    TreeMap<BundleId, Map<Path, Long>> rates = new TreeMap<>();
    rates.put(new BundleId(shuffle.id(), TO_B.from(), TO_B.to()), Map.of(Path.of("A", "B"), toB));
    if (toC > 0) {
      rates.put(new BundleId(shuffle.id(), TO_C.from(), TO_C.to()), Map.of(Path.of("A", "C"), toC));
    }
    return new RoundPlan(rates);
  }

  /** Returns a plan as rounds make it: a bundle that has to wait is part of the plan, without a rate. */
  private RoundPlan both(long toB, long toC) {
    return new RoundPlan(new TreeMap<>(Map.of(
        new BundleId(shuffle.id(), TO_B.from(), TO_B.to()), toB > 0 ? Map.of(Path.of("A", "B"), toB) : Map.of(),
        new BundleId(shuffle.id(), TO_C.from(), TO_C.to()), toC > 0 ? Map.of(Path.of("A", "C"), toC) : Map.of())));
  }

  private boolean isKept(RoundPlan standing, RoundPlan optimum) {
    return standing.isAsGoodAs(optimum, List.of(shuffle), TOLERANCE);
  }

  @Test
  void isKeptForASmallPartOfWhatIsLeftOrForAMomentOnly() {
    assertThat(isKept(plan(1_000, 1_000), plan(1_015, 1_015))).as("9.85 s, not 10").isTrue();
    assertThat(isKept(plan(1_000, 1_000), plan(1_030, 1_030))).as("9.71 s, not 10").isFalse();
    assertThat(isKept(plan(10_000, 10_000), plan(12_000, 12_000))).as("0.83 s, not 1").isTrue();
    assertThat(isKept(plan(10_000, 10_000), plan(14_000, 14_000))).as("0.71 s, not 1").isFalse();
  }

  @Test
  void whatShrinksOnItsWayIsDoneSooner() {
    progress(TO_B, .25);
    assertThat(isKept(plan(250, 1_000), plan(1_000, 1_000))).as("2,500 bytes on links and 10,000, both in 10 s").isTrue();
    progress(TO_B, 1);
    assertThat(isKept(plan(250, 1_000), plan(1_000, 1_000))).as("40 s, not 10").isFalse();
  }

  private void progress(SitePair pair, double wireShare) {
    shuffle.progress(new SliceId(pair.from(), 0), pair.to(),
        new ProgressBook.Done(0, 0, 0, 0, new ProgressBook.Sender(10_000, wireShare, 0, 0)));
  }

  @Test
  void isNotKeptIfOtherBundlesMaySend() {
    assertThat(isKept(plan(1_000, 0), plan(1_000, 1_000))).as("one waits that need not").isFalse();
    assertThat(isKept(plan(1_000, 1_000), plan(1_000, 0))).as("one sends to where nobody is").isFalse();
    assertThat(isKept(plan(1_000, 0), plan(1_000, 0))).isTrue();
  }

  @Test
  void isNotKeptForTheSakeOfABundleThatNobodyAttends() {
    assertThat(isKept(plan(100, 0), plan(1_000, 0))).isFalse();
  }

  /** Returns a plan as rounds make it: a bundle that has to wait is part of the plan, without a path. */
  private RoundPlan plan(Map<Path, Long> toB) {
    return new RoundPlan(new TreeMap<>(Map.of(new BundleId(shuffle.id(), TO_B.from(), TO_B.to()), toB)));
  }

  @Test
  void isNotKeptIfWhatWaitsMayGoOn() {
    assertThat(isKept(plan(Map.of()), plan(Map.of(Path.of("A", "B"), 1_000L)))).isFalse();
    assertThat(isKept(plan(Map.of(Path.of("A", "B"), 1_000L)), plan(Map.of()))).as("somebody else's turn counts elsewhere").isTrue();
    assertThat(isKept(plan(Map.of()), plan(Map.of()))).isTrue();
  }

  @Test
  void ofAShuffleThatGetsWhatOthersLeaveItIsKeptAsLongAsAsMuchFlows() {
    RoundPlan leftovers = both(600, 20);
    assertThat(isKept(both(620, 0), leftovers)).as("to C in 500 s, or never, but together more").isTrue();
    assertThat(isKept(both(0, 570), leftovers)).as("8 % less").isTrue();
    assertThat(isKept(both(0, 550), leftovers)).as("11 % less").isFalse();
    shuffle.progress(new SliceId(TO_C.from(), 0), TO_C.to(), new ProgressBook.Done(0, 0, 1));
    assertThat(isKept(both(620, 0), leftovers)).as("a reader waits for what comes to C").isFalse();
    assertThat(isKept(both(620, 1), leftovers)).isTrue();
  }

  @Test
  void thatAPartWaitsInBothIsNoReasonToStarveAReaderOfTheOther() {
    shuffle.place(Places.of(Map.of(0, TO_B.to(), 1, TO_C.to(), 2, TO_D.to())));
    shuffle.report(TO_B.from(), new long[] {10_000, 10_000, 10_000}, null);
    assertThat(isKept(withD(both(600, 0)), withD(both(600, 20)))).as("3 % less").isTrue();
    assertThat(isKept(withD(both(500, 0)), withD(both(600, 0)))).as("17 % less").isFalse();
    shuffle.progress(new SliceId(TO_C.from(), 0), TO_C.to(), new ProgressBook.Done(0, 0, 1));
    assertThat(isKept(withD(both(600, 0)), withD(both(600, 20)))).as("a reader waits for what comes to C").isFalse();
    assertThat(isKept(withD(both(600, 20)), withD(both(600, 20)))).isTrue();
  }

  /** Returns the plan with a further bundle, which has to wait. */
  private RoundPlan withD(RoundPlan plan) {
    TreeMap<BundleId, Map<Path, Long>> rates = new TreeMap<>(plan.rates());
    rates.put(new BundleId(shuffle.id(), TO_D.from(), TO_D.to()), Map.of());
    return new RoundPlan(rates);
  }

  @Test
  void bundlesThatAreDoneDoNotEndIt() {
    shuffle.progress(new SliceId(TO_C.from(), 0), TO_C.to(), new ProgressBook.Done(10_000, 0, 0));

    RoundPlan standing = plan(1_000, 1_000).forWhatIsLeft(List.of(shuffle));

    assertThat(standing.rates()).isEqualTo(plan(1_000, 0).rates());
    assertThat(isKept(standing, plan(1_010, 0))).isTrue();
  }
}
