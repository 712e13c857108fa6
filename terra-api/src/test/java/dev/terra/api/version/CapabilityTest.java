package dev.terra.api.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapabilityTest {
  @Test
  void namesAreReadAsTheyAreWritten() {
    EnumSet<Capability> all = EnumSet.allOf(Capability.class);
    assertThat(Capability.of(Capability.names(all))).isEqualTo(all);
    assertThat(Capability.names(List.of(Capability.ROUTER_RULES, Capability.FETCH_TRACES))).containsExactly("fetch-traces", "router-rules");
  }

  @Test
  void whatIsNotKnownMeansNothing() {
    assertThat(Capability.of(List.of("teleport", "router-rules", "ROUTER_RULES"))).containsExactly(Capability.ROUTER_RULES);
    assertThat(Capability.of(List.of())).isEmpty();
  }
}
