package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.control.SwitchControl;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.state.StateDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Switches between the sites for real: Open vSwitch forwards packets, ONOS's own resources answer. */
@Tag("root")
class SwitchedWanTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final String TO_B = "in_port=1,tcp,nw_src=10.80.0.1,nw_dst=10.80.0.2,tp_src=30000,tp_dst=";

  @TempDir
  private Path folder;

  private final String prefix = "w" + ProcessHandle.current().pid() + "-";
  private StateDirectory directory;
  private Testbed testbed;
  private SwitchControl switches;

  @BeforeEach
  void up() {
    directory = new StateDirectory(folder.resolve("s"));
    Wan slow = Wans.load("triangle").mapLinks(link -> link.withCapacity(Bandwidth.ofMegabitsPerSecond(80)));
    testbed = Testbed.up(directory, new UpRequest(WanRequest.of(slow, Duration.ZERO).on(LabNetwork.SDWAN), prefix, YarnRequest.NONE,
        Installation.inSourceTree(Path.of(".."))), line -> { });
    switches = testbed.switches().orElseThrow();
  }

  @AfterEach
  void down() {
    Testbed.down(directory, prefix);
    assertThat(Network.namespaces(prefix)).isEmpty();
  }

  private long packets(String from, String to) {
    return testbed.links().counters().stream().filter(link -> link.link().equals(LinkId.of(from, to))).findFirst().orElseThrow().packets();
  }

  private void ping(String host, String address) throws Exception {
    Process ping = testbed.command(host, List.of("ping", "-c", "3", "-i", "0.2", "-W", "2", address)).start();
    String said = new String(ping.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(ping.waitFor()).as(said).isZero();
  }

  @Test
  void packetsTakeTheDefaultRouteUnlessARuleSaysOtherwise() throws Exception {
    ping("A-gw", "10.80.0.2");
    assertThat(packets("A", "B")).isPositive();
    assertThat(packets("A", "C")).isZero();
    assertThat(switches.egress(A, TO_B + 7297)).isEqualTo(OptionalInt.of(11));
    switches.openFlow(A, "add-flow", "priority=40000,ip,nw_dst=10.80.0.2,actions=output:12");
    switches.openFlow(C, "add-flow", "priority=40000,ip,nw_dst=10.80.0.2,actions=output:13");
    assertThat(switches.egress(A, TO_B + 7297)).isEqualTo(OptionalInt.of(12));
    ping("A-gw", "10.80.0.2");
    assertThat(packets("A", "C")).isPositive();
    assertThat(packets("C", "B")).isPositive();
    switches.clearRules();
    assertThat(switches.egress(A, TO_B + 7297)).isEqualTo(OptionalInt.of(11));
  }

  @Test
  void defaultRoutesFollowACutAndOnosComesBack() throws Exception {
    testbed.links().cut(A, B);
    assertThat(switches.egress(A, TO_B + 7296)).isEqualTo(OptionalInt.of(12));
    ping("A-gw", "10.80.0.2");
    testbed.links().restore(A, B);
    assertThat(switches.egress(A, TO_B + 7296)).isEqualTo(OptionalInt.of(11));
    assertThat(switches.onos()).isPresent();
    switches.killOnos();
    assertThat(switches.onos()).isEmpty();
    ping("A-gw", "10.80.0.2");
    switches.restartOnos();
    assertThat(switches.onos()).isPresent();
  }
}
