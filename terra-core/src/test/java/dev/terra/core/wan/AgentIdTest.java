package dev.terra.core.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AgentIdTest {
  @Test
  void isOrderedBySiteThenName() {
    assertThat(AgentId.of("A", "b")).isLessThan(AgentId.of("B", "a")).isGreaterThan(AgentId.of("A", "a"));
    assertThat(AgentId.of("A", "a")).isEqualByComparingTo(new AgentId(new SiteId("A"), "a"));
    assertThat(AgentId.of("A", "gw-1")).hasToString("A/gw-1");
  }

  @Test
  void refusesNamesThatWouldNotFitALine() {
    assertThatThrownBy(() -> AgentId.of("A", "")).hasMessageContaining("an agent's name");
    assertThatThrownBy(() -> AgentId.of("A", "a b")).hasMessageContaining("'a b'");
    assertThatThrownBy(() -> AgentId.of("A", "x".repeat(65))).hasMessageContaining("1 to 64");
  }
}
