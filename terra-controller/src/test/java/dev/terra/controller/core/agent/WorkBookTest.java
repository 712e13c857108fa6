package dev.terra.controller.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.controller.view.AgentWork;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
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

    assertThat(book.figures()).containsOnlyKeys(7L).containsEntry(7L, new AgentWork(A, 100));
    assertThat(book.figures()).as("until more is reported").isSameAs(book.figures());
  }

  @Test
  void anAgentCannotAddToTheWorkOfAnotherSite() {
    book.reported(agent(A, 7), 100);
    book.reported(agent(B, 7), 1_000);

    assertThat(book.figures()).containsEntry(7L, new AgentWork(A, 100));
  }

  @Test
  void timesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> book.reported(agent(A, 7), -1)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("18446744073709551615");
    assertThat(book.figures()).isEmpty();
  }
}
