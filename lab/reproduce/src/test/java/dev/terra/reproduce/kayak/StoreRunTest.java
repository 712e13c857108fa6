package dev.terra.reproduce.kayak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.ship.ShippingRule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreRunTest {
  private static final ShippingRule RULE = ShippingRule.of(Duration.ofNanos(200_000), .01, 20_000);
  private static final GraphLoad HEAVY = GraphLoad.ALL.get(2);

  private static Trail run(GraphLoad load, Arbiter arbiter, double seconds) {
    StoreRun run = new StoreRun(StoreCosts.USUAL, RULE, 1);
    Trail trail = run.alone(load, arbiter);
    run.until(seconds + .01);
    return trail;
  }

  @Test
  void aRequestAloneTakesItsVisitsAndRoundTrips() {
    double byProcedure = 1 + 4.6 + 1.8 + 20 + 4.6;
    double byReads = 1 + 2 * (9.2 + 1.25 + 1.5 + 10);
    assertThat(run(HEAVY, Arbiter.fixed(1_000, 1), .2).tailMicros(0, .2)).isBetween(byProcedure, byProcedure + 20);
    assertThat(run(HEAVY, Arbiter.fixed(1_000, 0), .2).tailMicros(0, .2)).isBetween(byReads, byReads + 20);
  }

  @Test
  void theStoreIsBusyAsItsCostsSay() {
    Trail trail = run(HEAVY, Arbiter.fixed(100_000, .5), .5);
    double each = StoreCosts.USUAL.storePicos(HEAVY, .5, 0) / 1e12;
    assertThat(trail.busy(.1, .5) / (.4 * 100_000 * each)).isCloseTo(1, within(.03));
  }

  @Test
  void aStoreThatGivesBackServesMoreThanOneThatDoesNot() {
    double rate = 400_000;
    assertThat(run(HEAVY, Arbiter.fixed(rate, 1), .3).throughput(.1, .3)).as("21.8 us on 8 cores").isLessThan(.93 * rate);
    assertThat(run(HEAVY, Arbiter.givingBack(rate), .3).throughput(.1, .3)).isCloseTo(rate, within(.03 * rate));
  }

  @Test
  void theLoopsSettleWithinASecondAboveBothEnds() {
    Trail loops = run(HEAVY, new ShippingArbiter(RULE, 1, 0), 1.5);
    Sweep sweep = new Sweep(StoreCosts.USUAL, RULE, 1);
    double ours = loops.throughput(1, 1.5);
    assertThat(ours).isGreaterThan(1.2 * sweep.fixed(HEAVY, 1, 30_000)).isGreaterThan(1.2 * sweep.fixed(HEAVY, 0, 30_000));
    assertThat(loops.meanShare(1, 1.5)).isBetween(.4, .8);
  }

  @Test
  void equalSeedsGiveEqualRuns() {
    Arbiter fixed = Arbiter.fixed(300_000, .5);
    assertThat(run(HEAVY, fixed, .2).tailMicros(0, .2)).isEqualTo(run(HEAVY, fixed, .2).tailMicros(0, .2));
  }

  @Test
  void phasesTakeTurns() {
    GraphLoad bimodal = GraphLoad.ALL.get(3);
    assertThat(List.of(bimodal.computePicos(0), bimodal.computePicos(2_000_000_000_000L), bimodal.computePicos(4_000_000_000_000L)))
        .containsExactly(1_000_000L, 100_000L, 1_000_000L);
  }

  @Test
  void allNamesHaveRuns() {
    assertThat(StorePaper.NAMES).allSatisfy(name -> assertThat(new StorePaper(1, 10_000).of(name)).isNotNull());
  }
}
