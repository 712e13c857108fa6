package dev.terra.testbed.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.States;
import dev.terra.testbed.Wans;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.OnosLogin;
import dev.terra.testbed.state.StateDirectory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunnelNetworkTest {
  private final AddressPlan triangle = new AddressPlan(Wans.load("triangle"));

  @TempDir
  private Path folder;

  private StateDirectory directory;

  @BeforeEach
  void create() {
    directory = new StateDirectory(folder);
  }

  private TunnelNetwork network(LabNetwork kind) {
    return new TunnelNetwork(directory, triangle, States.of(kind));
  }

  @Test
  void anOverlayNeedsNoWord() {
    TunnelNetwork overlay = network(LabNetwork.OVERLAY);
    assertThat(overlay.controller()).isEmpty();
    assertThat(overlay.agent(triangle.site(new SiteId("A")))).isEmpty();
  }

  @Test
  void theControllerKnowsSwitchesAndOnos() {
    OnosLogin.of(URI.create("http://me:secret@10.77.1.100:8181")).write(directory);
    assertThat(network(LabNetwork.SDWAN).controller()).isEqualTo("""
        network:
          mode: sdwan
          sites:
            "A": {address: 10.80.0.1, device: "of:0000000000000001", hostPort: 1, ports: {"B": 11, "C": 12}}
            "B": {address: 10.80.0.2, device: "of:0000000000000002", hostPort: 1, ports: {"A": 11, "C": 13}}
            "C": {address: 10.80.0.3, device: "of:0000000000000003", hostPort: 1, ports: {"A": 12, "B": 13}}
          onos: {url: "http://10.77.1.100:8181/onos/v1", user: me, passwordFile: "%s/onos/password"}
        """.formatted(folder));
    assertThat(folder.resolve("onos/password")).hasContent("secret");
  }

  @Test
  void anAgentDrivesItsSitesRouter() throws Exception {
    assertThat(network(LabNetwork.POLICY_ROUTING).agent(triangle.site(new SiteId("B")))).isEqualTo("""
        tunnels: {address: 10.80.0.2}
        router: {command: [ip, netns, exec, "t-B-router", "/home/terra-agent/src/main/sh/terra-router", "%s/conf.B-router/router.conf"]}
        """.formatted(folder));
    assertThat(Files.readString(folder.resolve("conf.B-router/router.conf")))
        .isEqualTo("A wan1 10.78.1.1 1001\nC wan3 10.78.3.2 1003\n");
  }
}
