package dev.terra.controller.core;

import static dev.terra.controller.core.Harness.A;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.AgentUse;
import dev.terra.controller.view.AgentSession;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventKind;
import dev.terra.core.wan.AgentId;
import org.junit.jupiter.api.Test;

/** Tests of the work that agents report. */
class AgentWorkTest {
  private static final AgentId AGENT = new AgentId(A, "A-gw");

  private final Harness harness = new Harness();

  private void worked(long stream, long micros) {
    harness.say(stream, AgentReport.newBuilder()
        .setAlive(AgentAlive.newBuilder().setUse(AgentUse.newBuilder().setProcessorMicros(micros))));
  }

  private ImmutableMap<AgentSession, Long> view() {
    return harness.state.view(harness.nowNanos).totals().agents();
  }

  private static AgentSession session(long number) {
    return new AgentSession(A, number);
  }

  @Test
  void everySessionHasItsOwnCounterAlsoWhenItsAgentIsGone() {
    harness.hello(1, AGENT, 10, "");
    worked(1, 5_000_000);
    worked(1, 0); // the report of an older agent, or of an agent that cannot measure its work
    harness.state.streamEnded(1, "killed", harness.nowNanos);
    harness.hello(2, AGENT, 11, "");
    worked(2, 300);
    assertThat(view()).isEqualTo(ImmutableMap.of(session(10), 5_000_000L, session(11), 300L));
  }

  @Test
  void anotherStreamOfASessionGoesOn() {
    harness.hello(1, AGENT, 10, "");
    worked(1, 500);
    harness.state.streamEnded(1, "reset", harness.nowNanos);
    harness.hello(2, AGENT, 10, "");
    worked(2, 700);
    assertThat(view()).isEqualTo(ImmutableMap.of(session(10), 700L));
  }

  @Test
  void viewsAreTheSameWhileNoneSaysMore() {
    harness.hello(1, AGENT, 10, "");
    worked(1, 500);
    ControllerView before = harness.state.view(harness.nowNanos);
    worked(1, 500);
    assertThat(view()).isSameAs(before.totals().agents());
    worked(1, 501);
    assertThat(before.to(harness.state.view(harness.nowNanos)).totals().agents()).containsEntry(session(10), 501L);
  }

  @Test
  void whatCannotBeIsRefused() {
    harness.hello(1, AGENT, 10, "");
    worked(1, -1);
    worked(1, Long.MAX_VALUE);
    assertThat(view()).isEmpty();
    assertThat(harness.state.drainEvents()).filteredOn(event -> event.kind() == EventKind.REPORT_REFUSED).hasSize(2)
        .extracting(ControllerEvent::detail).allMatch(detail -> detail.contains("processor time"));
  }
}
