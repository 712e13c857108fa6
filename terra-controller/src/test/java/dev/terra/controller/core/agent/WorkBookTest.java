package dev.terra.controller.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.controller.view.AgentSession;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkBookTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  private final WorkBook book = new WorkBook();

  private static AgentState agent(SiteId site, long session) {
    return new AgentState(new AgentId(site, "gw"), 0, new AgentState.Stream(session, 1, 3, Set.of(), ""), 0);
  }

  @Test
  void theLargestReportOfASessionCounts() {
    book.reported(agent(A, 7), 100);
    book.reported(agent(A, 7), 90);
    book.reported(agent(A, 8), 0);

    assertThat(book.figures()).isEqualTo(Map.of(new AgentSession(A, 7), 100L));
    assertThat(book.figures()).as("until more is reported").isSameAs(book.figures());
  }

  @Test
  void anAgentNeitherAddsToNorHidesTheWorkOfAnotherSite() {
    book.reported(agent(B, 7), 1_000);
    book.reported(agent(A, 7), 100);
    book.reported(agent(B, 7), 1_001);

    assertThat(book.figures()).isEqualTo(Map.of(new AgentSession(A, 7), 100L, new AgentSession(B, 7), 1_001L));
  }

  @Test
  void timesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> book.reported(agent(A, 7), -1)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("18446744073709551615");
    assertThat(book.figures()).isEmpty();
  }
}
