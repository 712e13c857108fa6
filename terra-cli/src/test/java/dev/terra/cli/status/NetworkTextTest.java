package dev.terra.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.api.v1.KeptClasses;
import dev.terra.api.v1.MarkOnPath;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.SwitchStatus;
import dev.terra.api.v1.TunnelStatus;
import dev.terra.api.v1.WanPath;
import org.junit.jupiter.api.Test;

class NetworkTextTest {
  private static final NetworkStatus STATUS = NetworkStatus.newBuilder().setMode("sdwan")
      .addSwitches(SwitchStatus.newBuilder().setSite("HK").setRules(34))
      .addSwitches(SwitchStatus.newBuilder().setSite("NY").setRules(174).setQueued(140)
          .setGroups(23).setProblem("some rules have no detour: HTTP 500"))
      .build();

  @Test
  void peopleSeeGroupsAndProblemsWhereThereAreAny() {
    assertThat(NetworkText.of(STATUS).lines().filter(line -> line.startsWith("switch")).map(line -> line.replaceAll(" +", " ")))
        .containsExactly("switch HK 34 rules", "switch NY 174 rules, 140 to queues, 23 groups; some rules have no detour: HTTP 500");
  }

  @Test
  void toolsSeeThemAlways() {
    assertThat(NetworkText.json(STATUS).path("switches").toString()).isEqualTo(
        "[{\"site\":\"HK\",\"rules\":34,\"queued\":0,\"groups\":0,\"problem\":\"\"},"
            + "{\"site\":\"NY\",\"rules\":174,\"queued\":140,\"groups\":23,\"problem\":\"some rules have no detour: HTTP 500\"}]");
  }

  @Test
  void aTunnelsLineSaysHowItsPathTreatsLatencyClasses() {
    NetworkStatus status = NetworkStatus.newBuilder().addTunnels(TunnelStatus.newBuilder().setUp(true).setVerified(true)
        .setPath(WanPath.newBuilder().addSites("HK").addSites("LA")).addMarks(MarkOnPath.newBuilder().setSent(1).setArrived(1))
        .addMarks(MarkOnPath.newBuilder().setSent(18)).setClasses(KeptClasses.CLASSES_MIXED)).build();

    assertThat(NetworkText.of(status).replaceAll(" +", " "))
        .endsWith("tunnel HK:LA up from agent to agent verified DSCP 18 arrives as 0, classes wait in one queue");
    JsonNode tunnel = NetworkText.json(status).path("tunnels").path(0);
    assertThat(tunnel.path("marks").toString()).isEqualTo("[{\"sent\":1,\"arrived\":1},{\"sent\":18,\"arrived\":0}]");
    assertThat(tunnel.path("classes").asText()).isEqualTo("mixed");
  }
}
