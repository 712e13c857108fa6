package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.AgentsFault;
import dev.terra.lab.jobfaults.Slowdown;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentsReportTest {
  private static AgentsReport.Round kill(boolean identical, long directFetches, Double stop, Double share) {
    return kill("A, agent 1 of 2", identical, directFetches, stop, share);
  }

  private static AgentsReport.Round kill(String target, boolean identical, long directFetches, Double stop, Double share) {
    return new AgentsReport.Round(
        AgentsFault.Kind.KILL, target, 0.3, identical, JobCounters.NONE, directFetches, 0, stop, share, null, null, "");
  }

  private static boolean holds(AgentsReport.Round... kills) {
    return AgentsReport.of(2, 1, List.of(kills)).holds();
  }

  @Test
  void timesThatWereNotSeenAreNamedSo() {
    assertThat(kill(true, 0, 0.928461467, null).inWords())
        .isEqualTo("stopped for 0.93 s, share after not seen, 0 direct fetches, results identical");
    assertThat(drain(AgentsFault.Kind.DRAIN_SITE, 3, 12.0).inWords())
        .isEqualTo("safe to stop after 12.00 s, 3 direct fetches, results identical");
  }

  @Test
  void mediansCount() {
    AgentsReport sequence = AgentsReport.of(2, 7, List.of(
        kill(true, 0, 0.4, 1.0), kill(true, 0, 0.6, null), kill(true, 0, 9.0, 1.5)));
    assertThat(sequence.holds()).isTrue();
    assertThat(sequence.medianStopSeconds()).isEqualTo(0.6);
    assertThat(sequence.medianShareSeconds()).isEqualTo(1.25);
  }

  @Test
  void whateverAJobCouldTellDoesNotHold() {
    assertThat(holds(kill(true, 0, 0.4, 1.0))).isTrue();
    assertThat(holds(kill(true, 0, 0.4, 1.0), kill(false, 0, 0.4, 1.0))).as("other results").isFalse();
    assertThat(holds(kill(true, 0, 0.4, 1.0), kill(true, 1, 0.4, 1.0))).as("a direct fetch").isFalse();
    assertThat(holds(kill(true, 0, 0.8, 1.0))).isTrue();
    assertThat(holds(kill(true, 0, 0.81, 1.0))).as("a long stop").isFalse();
    assertThat(holds(kill(true, 0, 0.4, 2.5))).as("a late share").isFalse();
    assertThat(holds(kill(true, 0, null, null))).as("nothing seen").isFalse();
    assertThat(holds(kill("", true, 0, 0.1, 0.1))).as("never struck").isFalse();
  }

  private static AgentsReport.Round drain(AgentsFault.Kind kind, long directFetches, Double safeSeconds) {
    return new AgentsReport.Round(kind, "A", 0.3, true, JobCounters.NONE, directFetches, 0, safeSeconds, null, null, null, "");
  }

  @Test
  void aDrainEndsAndOnlyASitesLetsFetchesGoDirectly() {
    assertThat(holds(drain(AgentsFault.Kind.DRAIN_AGENT, 0, 12.0))).isTrue();
    assertThat(holds(drain(AgentsFault.Kind.DRAIN_AGENT, 0, null))).as("it was never safe").isFalse();
    assertThat(holds(drain(AgentsFault.Kind.DRAIN_AGENT, 3, 12.0))).isFalse();
    assertThat(holds(drain(AgentsFault.Kind.DRAIN_SITE, 3, 12.0))).isTrue();
    assertThat(holds(drain(AgentsFault.Kind.SEVERAL, 3, 12.0))).isTrue();
    assertThat(holds()).as("nothing was run").isFalse();
  }

  private static AgentsReport.Round slowdown(Slowdown.Verdict verdict, long directFetches, Double loadsSeconds) {
    Slowdown slowdown = new Slowdown(verdict, new Slowdown.Cores(0.2, 0.04), 0.1, new Slowdown.Rates(5e6, 15e6),
        new Slowdown.Rates(1e6, 11e6));
    return new AgentsReport.Round(AgentsFault.Kind.SLOWDOWN, "A, agent 1 of 3", 0.3, true, JobCounters.NONE, directFetches, 0, 0.2, null,
        loadsSeconds, slowdown, "");
  }

  private static AgentsReport.Round counted(Double loadsSeconds) {
    return slowdown(Slowdown.Verdict.COUNTS, 0, loadsSeconds);
  }

  @Test
  void loadsAreTogetherSoonWhenAnAgentIsSlow() {
    assertThat(holds(counted(1.4), counted(1.9), counted(9.0))).isTrue();
    assertThat(holds(counted(1.4), counted(2.1), counted(2.2))).as("late").isFalse();
    assertThat(holds(counted(1.4), counted(null), counted(null))).as("not while it was slow").isFalse();
    assertThat(holds(counted(1.4), counted(1.5), counted(null))).isTrue();
    assertThat(holds(slowdown(Slowdown.Verdict.COUNTS, 1, 1.4))).as("a direct fetch").isFalse();
    assertThat(AgentsReport.of(3, 1, List.of(counted(1.4), counted(null), counted(null))).loads())
        .isEqualTo(new AgentsReport.Loads(3, 3, null, false));
  }

  @Test
  void slowAgentsThatShowNothingAreNoPartOfTheMedian() {
    AgentsReport.Round nothing = slowdown(Slowdown.Verdict.NOT_THE_BOTTLENECK, 0, 1.0);
    assertThat(AgentsReport.of(3, 1, List.of(nothing, counted(1.9))).loads()).isEqualTo(new AgentsReport.Loads(2, 1, 1.9, true));
    assertThat(AgentsReport.of(3, 1, List.of(nothing, counted(1.9), nothing)).loads()).as("less than half of them show anything")
        .isEqualTo(new AgentsReport.Loads(3, 1, 1.9, false));
    assertThat(AgentsReport.of(3, 1, List.of(nothing, counted(5.0), nothing)).holds()).isFalse();
    assertThat(holds(nothing)).as("it was not shown").isFalse();
    assertThat(AgentsReport.of(3, 1, List.of(kill(true, 0, 0.4, 1.0))).loads()).isNull();
  }
}
