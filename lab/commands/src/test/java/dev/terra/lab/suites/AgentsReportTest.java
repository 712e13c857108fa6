package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.AgentsFault;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentsReportTest {
  private static AgentsReport.Round kill(boolean identical, long directFetches, Double stop, Double share) {
    return kill("A, agent 1 of 2", identical, directFetches, stop, share);
  }

  private static AgentsReport.Round kill(String target, boolean identical, long directFetches, Double stop, Double share) {
    return new AgentsReport.Round(
        AgentsFault.Kind.KILL, target, 0.3, identical, JobCounters.NONE, directFetches, 0, stop, share, "");
  }

  private static boolean holds(AgentsReport.Round... kills) {
    return AgentsReport.of(2, 1, List.of(kills)).holds();
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
    assertThat(holds(kill(true, 0, 1.2, 1.0))).as("a long stop").isFalse();
    assertThat(holds(kill(true, 0, 0.4, 2.5))).as("a late share").isFalse();
    assertThat(holds(kill(true, 0, null, null))).as("nothing seen").isFalse();
    assertThat(holds(kill("", true, 0, 0.1, 0.1))).as("never struck").isFalse();
  }

  private static AgentsReport.Round drain(AgentsFault.Kind kind, long directFetches, Double safeSeconds) {
    return new AgentsReport.Round(kind, "A", 0.3, true, JobCounters.NONE, directFetches, 0, safeSeconds, null, "");
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
}
