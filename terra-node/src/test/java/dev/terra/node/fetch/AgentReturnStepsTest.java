package dev.terra.node.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.fetch.AgentReturn.Agents;
import dev.terra.node.fetch.AgentReturn.Decision;
import dev.terra.node.fetch.AgentReturn.Step;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AgentReturnStepsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final long START = -5;
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private AgentReturn state = AgentReturn.none(PATIENCE).ended(START);

  private Step at(long millis, Agents agents, long bytes) {
    Decision decision = state.at(START + millis * MILLI, agents, bytes);
    state = decision.next();
    return decision.step();
  }

  @Test
  void anAgentThatLivesAfterTheNewsWouldBeHereIsLeft() {
    assertThat(at(100, Agents.SAME, 0)).isEqualTo(Step.WAIT);
    assertThat(at(299, Agents.SAME, 0)).isEqualTo(Step.WAIT);
    assertThat(at(300, Agents.SAME, 0)).isEqualTo(Step.LEAVE);
    assertThat(state.returns()).isZero();
  }

  @Test
  void oneThatHasEndedIsWaitedForAndAsked() {
    assertThat(at(100, Agents.SAME, 7)).isEqualTo(Step.WAIT);
    assertThat(at(299, Agents.NONE, 7)).isEqualTo(Step.WAIT);
    assertThat(state.waits()).isFalse();
    assertThat(at(300, Agents.NONE, 7)).isEqualTo(Step.WAIT);
    assertThat(state.waits()).isTrue();
    assertThat(at(8_000, Agents.NONE, 7)).isEqualTo(Step.WAIT);
    assertThat(at(8_000, Agents.OTHER, 7)).isEqualTo(Step.ASK);
  }

  @Test
  void waitingHasAnEnd() {
    assertThat(at(100, Agents.NONE, 0)).isEqualTo(Step.WAIT);
    assertThat(at(8_001, Agents.NONE, 0)).isEqualTo(Step.LEAVE);
  }

  @Test
  void anAgentThatIsBackAtOnceHasAMomentToFindItsNeighbours() {
    assertThat(at(299, Agents.OTHER, 0)).isEqualTo(Step.WAIT);
    assertThat(at(300, Agents.OTHER, 0)).isEqualTo(Step.ASK);
  }

  /** A circuit breaker that has closed again reports the same agent as healthy. */
  @Test
  void theSameAgentIsAskedOnceItIsWaitedFor() {
    assertThat(at(300, Agents.NONE, 0)).isEqualTo(Step.WAIT);
    assertThat(at(400, Agents.SAME, 0)).isEqualTo(Step.ASK);
  }

  @Test
  void withoutAByteSinceTheLastReturnThereIsNoOther() {
    assertThat(at(300, Agents.OTHER, 10)).isEqualTo(Step.ASK);
    state = state.ended(START + 1_000 * MILLI);
    assertThat(state.waits()).isFalse();
    assertThat(at(1_300, Agents.OTHER, 10)).isEqualTo(Step.LEAVE);
    assertThat(at(1_300, Agents.OTHER, 11)).isEqualTo(Step.ASK);
  }

  @Test
  void fiveReturnsAreEnough() {
    for (int i = 0; i < AgentReturn.MOST_RETURNS; i++) {
      assertThat(at(300, Agents.OTHER, i)).isEqualTo(Step.ASK);
      state = state.ended(START);
    }
    assertThat(at(300, Agents.OTHER, 1_000)).isEqualTo(Step.LEAVE);
  }
}
