package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.WanEvent.Kind;
import dev.terra.sim.bound.Bound;
import dev.terra.sim.bound.BoundInstance;
import dev.terra.sim.bound.OptimalOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Tests of the example of the dissertation's section 2.3 (figures 2.3 and 2.4), against values found by hand. Capacities: A-B 10, B-C 4;
 * A-C is wide enough not to matter from 5.34 up, and has 10 in these tests. Volumes: d11 (A to B, coflow 1) and d21 (A to B, coflow 2)
 * have 40 each, d22 (C to B, coflow 2) has 80.
 *
 * <p>Default: d11 and d21 share A-B with 5 each, so both take 8 s. d22 has B-C alone and takes 80 / 4 = 20 s. The coflows take 8 and
 * 20 s.
 *
 * <p>Optimal: all 160 units enter B at no more than 14 a second, so both coflows are done after 160 / 14 = 11.43 s at the earliest, and
 * the small one alone takes 40 / 14 = 2.86 s. Both bounds are reached together, with an average of 7.14 s.
 *
 * <p>MPTCP (each flow is split over both paths, with shares per subflow): 3 subflows are on each link into B, so every flow gets
 * 10/3 + 4/3 = 4.67. d11 and d21 take 8.57 s, and then d22 has 14 for its last 40: 11.43 s. The average is 10 s.
 *
 * <p>These values follow from the volumes. The figure's value for MPTCP depends on how its subflows share, which the text does not state,
 * and so do the figure's values for the other baselines.
 */
class WorkedExampleTest {
  private static final SimulationOptions PLAIN = SimulationOptions.plain();

  private static List<Double> coflows(PolicyName policy, Wan wan) {
    return coflows(policy, wan, PLAIN);
  }

  private static List<Double> coflows(PolicyName policy, Wan wan, SimulationOptions options) {
    return Fixtures.run(wan, Fixtures.workedExample(), policy, options).jobs().stream().map(JobTime::seconds).toList();
  }

  private static void assertTimes(List<Double> actual, double first, double second) {
    assertThat(actual.get(0)).isCloseTo(first, within(1e-3));
    assertThat(actual.get(1)).isCloseTo(second, within(1e-3));
  }

  private static Wan withoutAc() {
    return Fixtures.wan("line", "A-B 10", "B-C 4");
  }

  @Test
  void defaultTakes8And20Seconds() {
    assertTimes(coflows(PolicyName.DEFAULT, Fixtures.triangle()), 8, 20);
  }

  @Test
  void mptcpTakes10SecondsOnAverage() {
    assertTimes(coflows(PolicyName.MPTCP, Fixtures.triangle()), 60.0 / 7, 80.0 / 7);
  }

  @Test
  void terraPlusReachesTheOptimum() {
    assertTimes(coflows(PolicyName.TERRA_PLUS, Fixtures.triangle()), 20.0 / 7, 80.0 / 7);
  }

  @Test
  void terraLosesOnlyWhatItsHeadRoomCosts() {
    List<Double> times = coflows(PolicyName.TERRA, Fixtures.triangle());
    assertThat(times.get(0)).isBetween(20.0 / 7 - 1e-6, 20.0 / 7 / 0.9 + 1e-6);
    assertThat(times.get(1)).isCloseTo(80.0 / 7, within(1e-3));
  }

  @Test
  void theBoundKnowsTheOptimum() {
    Bound bound = new OptimalOrder(new PathSets(Fixtures.triangle(), PathRules.defaults()), 1000)
        .solve(new BoundInstance(Fixtures.triangle(), Fixtures.workedExample()).items(), 14);
    assertThat(bound.averageSeconds()).isCloseTo(50.0 / 7, within(1e-6));
    assertThat(bound.exact()).isTrue();
  }

  /** Without A-C, A to B has 10 and C to B has 4, each alone on one link. */
  @Test
  void withoutTheLinkAcOnlyTheOrderIsLeft() {
    assertTimes(coflows(PolicyName.DEFAULT, withoutAc()), 8, 20);
    assertTimes(coflows(PolicyName.MPTCP, withoutAc()), 8, 20);
    assertTimes(coflows(PolicyName.TERRA_PLUS, withoutAc()), 4, 20);
    assertThat(coflows(PolicyName.TERRA, withoutAc()).get(0)).isBetween(4.0 - 1e-6, 4 / 0.9 + 1e-6);
    assertThat(coflows(PolicyName.TERRA, withoutAc()).get(1)).isCloseTo(20, within(1e-3));
  }

  /**
   * A-C fails after 2 s. By then, Terra (without head-room) has sent 28 of d11. The other 12 take 1.2 s at 10, so coflow 1 ends at
   * 3.2 s. Nothing of d22 has been sent, and it needs 20 s at 4, from 2 s on, so it ends at 22 s. Default does not use A-C.
   */
  @Test
  void theLinkFailsInTheMiddle() {
    SimulationOptions failure = new SimulationOptions(PLAIN.compute(),
        List.of(new WanEvent(2, LinkId.of("A", "C"), Kind.DOWN, Optional.empty())), ControllerDelay.NONE, RoundTrips.NONE, false);
    assertTimes(coflows(PolicyName.TERRA_PLUS, Fixtures.triangle(), failure), 3.2, 22);
    assertTimes(coflows(PolicyName.DEFAULT, Fixtures.triangle(), failure), 8, 20);
    List<Double> mptcp = coflows(PolicyName.MPTCP, Fixtures.triangle(), failure);
    double left = 40 - 2 * 14.0 / 3;
    assertTimes(mptcp, 2 + left / 5, 2 + (80 - 2 * 14.0 / 3) / 4);
  }
}
