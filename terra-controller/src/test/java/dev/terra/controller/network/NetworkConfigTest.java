package dev.terra.controller.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkConfigTest {
  private static final NetworkConfig.OnosKeys ONOS = new NetworkConfig.OnosKeys("http://onos:8181/onos/v1", "onos", "password", null, null,
      null);

  private static NetworkConfig config(String mode, Boolean aggregate, Boolean failover) {
    boolean sdwan = mode.equals("sdwan");
    return NetworkConfig.of(Path.of("controller.yaml"),
        new NetworkConfig.Keys(mode, aggregate, failover, null, sdwan ? Map.of() : null, sdwan ? ONOS : null, null));
  }

  @ParameterizedTest
  @CsvSource({",,AGGREGATED", "true,,AGGREGATED", "false,,PER_TUNNEL", ",true,FAILOVER", "false,true,FAILOVER", "true,false,AGGREGATED"})
  void rulesAreAsAskedFor(Boolean aggregate, Boolean failover, NetworkConfig.Rules rules) {
    assertThat(config("sdwan", aggregate, failover).rules()).isEqualTo(rules);
  }

  private static NetworkConfig queued(String mode, Integer interactive, Integer bulk) {
    boolean sdwan = mode.equals("sdwan");
    return NetworkConfig.of(Path.of("controller.yaml"), new NetworkConfig.Keys(mode, null, null, null, sdwan ? Map.of() : null,
        sdwan ? ONOS : null, new NetworkConfig.QueueKeys(interactive, bulk)));
  }

  @Test
  void queuesAreThoseOfSwitches() {
    assertThat(config("sdwan", null, null).queues()).isNull();
    assertThat(queued("sdwan", 2, 0).queues()).isEqualTo(new NetworkConfig.Queues(2, 0));
    assertThatThrownBy(() -> queued("sdwan", 2, null)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("network.queues.bulk: expected the number of a queue, got none");
    assertThatThrownBy(() -> queued("sdwan", 256, 0)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("network.queues.interactive: expected 0 to 255, got 256");
    assertThatThrownBy(() -> queued("policy-routing", 2, 0)).isInstanceOf(ConfigException.class).hasMessageContaining("network.queues");
    assertThatThrownBy(() -> queued("overlay", 2, 0)).isInstanceOf(ConfigException.class).hasMessageContaining("network.queues");
  }

  @Test
  void failoverNeedsSwitchesAndRulesForEachTunnel() {
    assertThatThrownBy(() -> config("sdwan", true, true)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("network.aggregate: expected false beside failover");
    assertThatThrownBy(() -> config("policy-routing", null, true)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("network.failover: expected true with sdwan only").hasMessageContaining("got policy-routing");
    assertThatThrownBy(() -> config("overlay", null, true)).isInstanceOf(ConfigException.class).hasMessageContaining("got overlay");
  }
}
