package dev.terra.controller.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.network.NoRoom;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.SwitchTable;
import dev.terra.network.rules.TunnelPorts;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleLimitTest {
  private static PathSets paths(String topology, int most) {
    return new PathSets(Topologies.load(Path.of("../topologies/" + topology + ".yaml")), PathRules.atMost(most));
  }

  private static NetworkConfig config(NetworkConfig.Mode mode, NetworkConfig.Rules rules) {
    return new NetworkConfig(mode, rules, new TunnelPorts(TunnelPorts.DEFAULT_FIRST), ImmutableMap.of(), Optional.empty(), null);
  }

  @ParameterizedTest
  @CsvSource({"PER_TUNNEL, 80", "FAILOVER, 86"})
  void swanHasRoomForRulesOfEachTunnelOfSeveralAgents(NetworkConfig.Rules rules, int most) {
    PathSets paths = paths("swan", 10);
    for (int agents = 2; agents <= 4; agents++) {
      int several = agents;
      assertThat(new RuleLimit(rules, agents).largest(RuleLimit.all(paths)).orElseThrow().size()).isEqualTo(most);
      assertThatCode(() -> RuleLimit.check(config(NetworkConfig.Mode.SDWAN, rules), several, paths)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @CsvSource({"google-b4, PER_TUNNEL, 744, US5", "google-b4, FAILOVER, 769, US5", "att, PER_TUNNEL, 2802, DLLS",
      "att, FAILOVER, 2861, DLLS"})
  void largerWansAreRefusedWithTheSwitchAndTheNumberOfItsRules(String topology, NetworkConfig.Rules rules, int most, String site) {
    PathSets paths = paths(topology, 10);
    assertThatThrownBy(() -> RuleLimit.check(config(NetworkConfig.Mode.SDWAN, rules), 3, paths)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("agentsPerSite: rules for each tunnel of 3 agents a site take " + most + " rules in the switch of " + site
            + ", expected at most 168; set network.aggregate: true");
    assertThatCode(() -> RuleLimit.check(config(NetworkConfig.Mode.SDWAN, rules), 1, paths)).doesNotThrowAnyException();
    assertThatCode(() -> RuleLimit.check(config(NetworkConfig.Mode.SDWAN, NetworkConfig.Rules.AGGREGATED), 3, paths))
        .doesNotThrowAnyException();
    assertThatCode(() -> RuleLimit.check(config(NetworkConfig.Mode.POLICY_ROUTING, rules), 3, paths)).doesNotThrowAnyException();
  }

  @Test
  void aTableThatIsTooLargeMayBecomeSmallerOrStayAsItIs() {
    RuleLimit limit = new RuleLimit(NetworkConfig.Rules.PER_TUNNEL, 3);
    PathSets many = paths("google-b4", 10);
    PathSets fewer = paths("google-b4", 8);
    assertThat(limit.largest(RuleLimit.all(fewer)).orElseThrow().size()).as("still too large").isGreaterThan(SwitchTable.MOST_RULES);

    assertThat(limit.noRoom(() -> RuleLimit.all(many), () -> RuleLimit.all(fewer))).isEmpty();
    assertThat(limit.noRoom(() -> RuleLimit.all(many), () -> RuleLimit.all(many))).isEmpty();

    NoRoom lack = limit.noRoom(() -> RuleLimit.all(fewer), () -> RuleLimit.all(many)).orElseThrow();
    assertThat(lack.site()).isEqualTo(new SiteId("US5"));
    assertThat(lack.why()).contains("744 rules in the switch of US5");
    assertThat(lack.tunnels()).isNotEmpty().allMatch(path -> path.sites().contains(lack.site()))
        .doesNotContainAnyElementsOf(RuleLimit.all(fewer));
    assertThat(new RuleLimit(NetworkConfig.Rules.PER_TUNNEL, 1).noRoom(List::of, () -> RuleLimit.all(many))).isEmpty();
  }
}
