package dev.terra.network.onos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OnosWanTest {
  private final FakeOnos onos = new FakeOnos();
  private final Switches switches = Switches.of(Map.of(
      new SiteId("A"), new Switches.Place("of:1", "9", "10.0.0.1", Optional.empty(), ImmutableMap.of()),
      new SiteId("B"), new Switches.Place("of:2", "9", "10.0.0.2", Optional.empty(), ImmutableMap.of())));

  @BeforeEach
  void links() {
    onos.device("of:1");
    onos.device("of:2");
    onos.link("of:1", "2", "of:2", "3");
    onos.link("of:1", "5", "of:77", "1");
  }

  @AfterEach
  void close() {
    onos.close();
  }

  @Test
  void sitesAreMappedSwitchesAndLinksHaveTheirPortsSpeed() throws OnosException {
    onos.speed(1000);

    Wan wan = OnosWan.read(new OnosClient(onos.access("rocks")), switches, "test", Duration.ofMillis(3));

    assertThat(wan.sites()).extracting(site -> site.id().name()).containsExactly("A", "B");
    assertThat(wan.links()).extracting(link -> link.id()).containsExactly(LinkId.of("A", "B"), LinkId.of("B", "A"));
    assertThat(wan.links()).allSatisfy(link -> {
      assertThat(link.capacity().bytesPerSecond()).isEqualTo(125e6);
      assertThat(link.latency()).isEqualTo(Duration.ofMillis(3));
    });
  }

  @Test
  void aPortOfUnknownSpeedIsNamed() {
    assertThatThrownBy(() -> OnosWan.read(new OnosClient(onos.access("rocks")), switches, "test", Duration.ZERO))
        .hasMessageContaining("no speed of port 2 of of:1");
  }
}
