package dev.terra.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.SwitchStatus;
import org.junit.jupiter.api.Test;

class NetworkTextTest {
  private static final NetworkStatus STATUS = NetworkStatus.newBuilder().setMode("sdwan")
      .addSwitches(SwitchStatus.newBuilder().setSite("HK").setRules(34))
      .addSwitches(SwitchStatus.newBuilder().setSite("NY").setRules(174).setGroups(23).setProblem("some rules have no detour: HTTP 500"))
      .build();

  @Test
  void peopleSeeGroupsAndProblemsWhereThereAreAny() {
    assertThat(NetworkText.of(STATUS).lines().filter(line -> line.startsWith("switch")).map(line -> line.replaceAll(" +", " ")))
        .containsExactly("switch HK 34 rules", "switch NY 174 rules, 23 groups; some rules have no detour: HTTP 500");
  }

  @Test
  void toolsSeeThemAlways() {
    assertThat(NetworkText.json(STATUS).path("switches").toString()).isEqualTo(
        "[{\"site\":\"HK\",\"rules\":34,\"groups\":0,\"problem\":\"\"},"
            + "{\"site\":\"NY\",\"rules\":174,\"groups\":23,\"problem\":\"some rules have no detour: HTTP 500\"}]");
  }
}
