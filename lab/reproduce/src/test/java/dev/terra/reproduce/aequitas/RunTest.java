package dev.terra.reproduce.aequitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.latency.AdmissionRule;
import dev.terra.core.latency.DelayBound;
import dev.terra.reproduce.Row;
import dev.terra.reproduce.aequitas.PaperFigures.Case;
import dev.terra.reproduce.event.Port;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunTest {
  private static final Port.Line LINE = new Port.Line(1e11, 200_000, 524_288);
  private static final Transport SWIFT = new Transport(5_120, 40, new Transport.Window(2, 30, 10_000_000, 450_000_000));
  private static final List<Double> WEIGHTS = List.of(4.0, 1.0);

  private static Scenario overload(List<AdmissionRule> rules) {
    return new Scenario(new Scenario.Fabric(3, false, LINE, Port.Queueing.VIRTUAL_CLOCK), SWIFT,
        new Scenario.Load(2, null, true, Sizes.all(32_768)), new Scenario.Mix(WEIGHTS, List.of(.7, .3), null), rules);
  }

  private static RunOutcome run(Scenario setting, int requests) {
    return Run.of(setting, requests, 1, ended -> { });
  }

  @Test
  void oneRequestAloneTakesItsRoundTrips() {
    Scenario setting = new Scenario(new Scenario.Fabric(2, false, LINE, Port.Queueing.SELF_CLOCKED),
        new Transport(5_120, 40, null), new Scenario.Load(.1, null, true, Sizes.all(5_080)),
        new Scenario.Mix(WEIGHTS, List.of(.5, .5), null), List.of());
    double data = 2 * 5_120 * 8 / 1e11 * 1e6;
    double acknowledgement = 2 * 40 * 8 / 1e11 * 1e6;
    RunOutcome outcome = run(setting, 1);
    assertThat(Math.max(outcome.longestMicros(0), outcome.longestMicros(1))).isCloseTo(data + acknowledgement + 4 * .2, within(.002));
  }

  @Test
  void equalSeedsGiveEqualRuns() {
    Scenario setting = overload(List.of());
    assertThat(run(setting, 2_000).latencyMicros(0, 99)).isEqualTo(run(setting, 2_000).latencyMicros(0, 99));
    assertThat(Run.of(setting, 2_000, 2, ended -> { }).latencyMicros(0, 99)).isNotEqualTo(run(setting, 2_000).latencyMicros(0, 99));
  }

  @Test
  void admissionKeepsTheTailUnderOverload() {
    AdmissionRule rule = new AdmissionRule(30_000 / 7.0, .01, .01, .1, 2_000_000);
    RunOutcome all = run(overload(List.of()), 60_000);
    RunOutcome admitted = run(overload(List.of(rule)), 60_000);
    assertThat(all.latencyMicros(0, 99)).isGreaterThan(1_000);
    assertThat(all.downgraded(0)).isZero();
    assertThat(admitted.latencyMicros(0, 99)).isLessThan(60);
    assertThat(admitted.downgraded(0)).isBetween(.2, .9);
    assertThat(admitted.downgraded(1)).as("the lowest class is never downgraded").isZero();
  }

  @Test
  void whatIsDroppedIsSentAgain() {
    Scenario setting = new Scenario(new Scenario.Fabric(5, false, new Port.Line(1e11, 200_000, 40_000), Port.Queueing.SELF_CLOCKED), SWIFT,
        new Scenario.Load(.9, new Scenario.Burst(6, 20, 0), true, Sizes.all(32_768)),
        new Scenario.Mix(WEIGHTS, List.of(.5, .5), null), List.of());
    RunOutcome outcome = run(setting, 5_000);
    assertThat(outcome.longestMicros(0)).as("some waited for a timeout").isGreaterThan(450);
    assertThat(outcome.part(0) + outcome.part(1)).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource
  void worstDelaysAreThoseOfTheFormula(Port.Queueing queueing) {
    for (Case one : new PaperFigures(200_000, queueing).of("10")) {
      assertThat(one.rows().apply(run(one.setting(), one.requests()))).as(one.name()).allMatch(Row::holds);
    }
    assertThat(new DelayBound(4, .8, 1.2).lower(.5)).isGreaterThan(.2);
  }

  @Test
  void allFiguresHaveRuns() {
    List<Integer> runs = new ArrayList<>();
    PaperFigures figures = new PaperFigures(1_000, Port.Queueing.VIRTUAL_CLOCK);
    PaperFigures.NAMES.forEach(figure -> runs.add(figures.of(figure).size()));
    assertThat(runs).containsExactly(7, 4, 3, 4, 1, 1);
  }
}
