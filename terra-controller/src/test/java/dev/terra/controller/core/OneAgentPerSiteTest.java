package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.core.wan.AgentId;
import org.junit.jupiter.api.Test;

/** Tests of which process may be a site's agent. Time passes in ticks, two per second. */
class OneAgentPerSiteTest {
  private static final double TICK_SECONDS = 0.5;
  private final Harness harness = new Harness();
  private long nextStream = 10;

  /**
   * Lets time pass. The agent on stream {@code living}, if that is above 0, stays alive, while another agent sends hellos on new streams.
   */
  private void pass(double seconds, long living, String asking) {
    double start = harness.nowNanos / 1e9;
    for (double passed = TICK_SECONDS; passed <= seconds; passed += TICK_SECONDS) {
      harness.at(start + passed);
      if (living > 0) {
        harness.alive(living);
      }
      harness.hello(nextStream++, "A", asking);
      harness.tick();
    }
  }

  private boolean welcomed(long stream) {
    return harness.to(stream).stream().anyMatch(ControllerMessage::hasWelcome);
  }

  @Test
  void theFirstStaysAndTheSecondIsToldWhy() {
    harness.hello(1, "A", "first");
    pass(20, 1, "second");
    assertThat(harness.ends).hasSize(40).allMatch(end -> end.contains(
        "site A has the agent A/first, and a site has one agent at a time; A/second may join when that one is lost"));
    assertThat(harness.ends).noneMatch(end -> end.startsWith("1: "));
    assertThat(harness.events("agent-refused")).as("said once").hasSize(1);
    assertThat(harness.status().getAgents(0).getAgent()).isEqualTo("first");
    assertThat(harness.status().getAgents(0).getAlive()).isTrue();
  }

  @Test
  void theSecondJoinsOnceTheFirstIsSilentForTooLong() {
    harness.hello(1, "A", "first");
    pass(3, 1, "second");
    pass(AgentState.SILENT_TICKS * TICK_SECONDS, 0, "second");
    assertThat(harness.status().getAgents(0).getAgent()).as("silent as long as may be").isEqualTo("first");
    pass(2 * TICK_SECONDS, 0, "second");
    assertThat(welcomed(nextStream - 1)).isTrue();
    assertThat(harness.status().getAgents(0).getAgent()).isEqualTo("second");
    harness.hello(nextStream, "A", "first");
    assertThat(harness.ends).last().asString().contains("site A has the agent A/second");
    assertThat(harness.events("agent-refused")).as("each once for each time that it is refused anew").hasSize(2);
  }

  @Test
  void aBrokenStreamGivesNobodyElseTheSiteBeforeTheAgentHadTimeToComeBack() {
    harness.hello(1, "A", "first");
    harness.state.streamEnded(1, "its stream broke", harness.nowNanos);
    harness.hello(2, "A", "second");
    assertThat(welcomed(2)).isFalse();
    harness.hello(3, "A", "first");
    assertThat(welcomed(3)).as("the same agent takes its place at once").isTrue();
    harness.state.streamEnded(3, "its stream broke", harness.nowNanos);
    pass((AgentState.SILENT_TICKS + 2) * TICK_SECONDS, 0, "second");
    assertThat(harness.status().getAgents(0).getAgent()).isEqualTo("second");
  }

  @Test
  void aNewStreamOfTheSameAgentEndsItsOldOne() {
    harness.hello(1, "A", "first");
    harness.hello(2, "A", "first");
    assertThat(harness.ends).containsExactly("1: another stream of agent A/first has begun");
    harness.alive(2);
    assertThat(harness.ends).hasSize(1);
  }

  /** Without this, two processes with one configuration would replace each other for ever. */
  @Test
  void ofTwoOfOneNameTheOneThatLivesStays() {
    AgentId name = AgentId.of("A", "first");
    harness.hello(1, name, 11, "10.0.0.7:4711");
    for (int beat = 1; beat <= 40; beat++) {
      harness.at(beat * TICK_SECONDS);
      harness.alive(1);
      harness.hello(100 + beat, name, 22, "10.0.0.8:4712");
      harness.tick();
    }
    assertThat(harness.ends).hasSize(40).allMatch(end -> end.contains("site A has a live agent of this name, A/first, connected from "
        + "10.0.0.7:4711: end one of the two, or give it another name"));
    assertThat(harness.ends).noneMatch(end -> end.startsWith("1: "));
    assertThat(harness.events("agent-joined")).hasSize(1);
    assertThat(harness.events("agent-refused")).as("said once").hasSize(1);
  }

  @Test
  void anAgentThatWasStartedAgainJoinsWhenItsOldStreamHasBeenSilent() {
    AgentId name = AgentId.of("A", "first");
    harness.hello(1, name, 11, "");
    harness.hello(2, name, 22, "");
    assertThat(welcomed(2)).isFalse();
    for (int beat = 0; beat < AgentState.RESTART_TICKS; beat++) {
      harness.tick();
    }
    harness.hello(3, name, 22, "");
    assertThat(welcomed(3)).isTrue();
    assertThat(harness.ends).last().isEqualTo("1: another stream of agent A/first has begun");
    harness.state.streamEnded(3, "its stream broke", harness.nowNanos);
    harness.hello(4, name, 33, "");
    assertThat(welcomed(4)).as("at once where the stream has ended").isTrue();
  }

  /** Otherwise, the end of the first agent would also end the second. */
  @Test
  void aStreamHasOneAgent() {
    harness.hello(1, "A", "first");
    harness.hello(1, "B", "second");
    assertThat(harness.ends).containsExactly("1: expected one hello of an agent on a stream, got another one");
    assertThat(harness.status().getAgentsList()).noneMatch(agent -> agent.getAgent().equals("second"));
  }

  @Test
  void aNameThatIsNoneIsAnsweredAtOnce() {
    harness.hello(1, "A", "");
    assertThat(harness.ends).hasSize(1).allMatch(end -> end.startsWith("1: an agent's name is 1 to 64"));
    assertThat(harness.status().getAgentsList()).isEmpty();
  }
}
