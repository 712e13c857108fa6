package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.slice.Slices;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.settings.NodeSettings;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleSettingsTest {
  private final Configuration configuration = new Configuration(false);

  @Test
  void theDefaultIsOff() {
    NodeSettings settings = ShuffleSettings.from(configuration);
    assertThat(settings.agents()).isEmpty();
    assertThat(settings.slices()).isEqualTo(Slices.ONE);
    assertThat(settings.segmentPort()).isEqualTo(13_563);
  }

  @Test
  void readsItsKeys() {
    configuration.set("terra.agents", " 10.77.1.200:7201,\n agents.east:7201 ");
    configuration.set("terra.agents.per.site", "2");
    configuration.set("terra.segment.port", "9000");
    NodeSettings settings = ShuffleSettings.from(configuration);
    assertThat(settings.agents()).map(AgentAddress::toString).containsExactly("10.77.1.200:7201", "agents.east:7201");
    assertThat(settings.slices().count()).isEqualTo(2);
    assertThat(settings.segmentPort()).isEqualTo(9_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[fd00::1]:7201", "HK-gw", "10.77.1.200", "10.77.1.200:0", "10.77.1.200:65536", "fd00::1:7201",
      "10.77.1.200:7201;x"})
  void namesTheKeyThatIsWrong(String agent) {
    configuration.set("terra.agents", agent);
    assertThatThrownBy(() -> ShuffleSettings.from(configuration)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("terra.agents").hasMessageContaining(agent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "65536"})
  void namesThePortThatIsWrong(String port) {
    configuration.set("terra.segment.port", port);
    assertThatThrownBy(() -> ShuffleSettings.from(configuration)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("terra.segment.port").hasMessageContaining(port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "17"})
  void namesTheNumberOfAgentsThatIsWrong(String count) {
    configuration.set("terra.agents.per.site", count);
    assertThatThrownBy(() -> ShuffleSettings.from(configuration)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("terra.agents.per.site").hasMessageContaining(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"terra.mode", "terra.canary.percent"})
  void namesAChoiceThatIsNone(String key) {
    configuration.set(key, "maybe");
    assertThatThrownBy(() -> ShuffleSettings.from(configuration)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key).hasMessageContaining("maybe");
  }
}
