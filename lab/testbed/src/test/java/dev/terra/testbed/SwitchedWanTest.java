package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.control.SwitchControl;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.state.StateDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of real switches between the sites: Open vSwitch forwards packets, and ONOS's own resources answer. */
@Tag("root")
class SwitchedWanTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final String TO_B = "in_port=1,tcp,nw_src=10.80.0.1,nw_dst=10.80.0.2,tp_src=30000,tp_dst=";

  private static final int PINGS = 25;
  /**
   * The most pings that may be lost. A switch detects the loss of a port's signal within some milliseconds, or within a second on a busy
   * machine.
   */
  private static final int MAY_BE_LOST = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

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
        Installation.inSourceTree(Path.of("../.."))), line -> { });
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

  /** ONOS is killed, and routers receive no notice of the cut, so that only the switches can redirect packets. */
  @Test
  void groupsThatCameThroughOnosMovePacketsToADetourByThemselves() throws Exception {
    InsideHttp http = new InsideHttp(testbed, "core", switches.login());
    protect(http, A, 12, "10.80.0.2");
    protect(http, B, 13, "10.80.0.1");
    passOn(http, 13, "10.80.0.2");
    passOn(http, 12, "10.80.0.1");
    assertThat(http.ask("GET", "/groups", "")).contains("\"state\":\"ADDED\"").doesNotContain("PENDING");
    assertThat(switches.openFlow(A, "dump-groups")).contains("type=ff,bucket=watch_port:11,actions=output:11,"
        + "bucket=watch_port:12,actions=set_field:02:54:65:72:72:00->eth_src,output:12");
    switches.killOnos();
    Process pings = testbed.command("A-gw", List.of("ping", "-i", "0.1", "-c", "" + PINGS, "-W", "2", "10.80.0.2")).start();
    Waiting.until(PATIENCE, () -> packets("A", "B") > 0);
    assertThat(packets("A", "C")).isZero();

    testbed.links().cut(A, B);

    String said = new String(pings.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(pings.waitFor()).as(said).isZero();
    Matcher received = Pattern.compile("(\\d+) received").matcher(said);
    assertThat(received.find() ? Integer.parseInt(received.group(1)) : 0).as(said).isGreaterThanOrEqualTo(PINGS - MAY_BE_LOST);
    assertThat(packets("A", "C")).isPositive();
    assertThat(packets("C", "A")).isPositive();
    assertThat(switches.openFlow(A, "dump-group-stats")).containsPattern("bucket1:packet_count=[1-9]");
  }

  /** Installs a rule for all packets to an address, with a group: packets leave by port 11 or, with a mark, by another port. */
  private static void protect(InsideHttp http, SiteId at, int port, String to) throws Exception {
    http.ask("POST", "/groups/" + device(at), """
        {"type": "FAILOVER", "appCookie": "0x74657374", "groupId": 1409286145, "buckets": [
          {"type": "FAILOVER", "watchPort": "11", "watchGroup": -1,
           "treatment": {"instructions": [{"type": "OUTPUT", "port": "11"}]}},
          {"type": "FAILOVER", "watchPort": "%1$d", "watchGroup": -1, "treatment": {"instructions": [
            {"type": "L2MODIFICATION", "subtype": "ETH_SRC", "mac": "02:54:65:72:72:00"}, {"type": "OUTPUT", "port": "%1$d"}]}}]}
        """.formatted(port));
    rule(http, at, 40_100, "{\"type\": \"GROUP\", \"groupId\": 1409286145}", to, "");
  }

  /** Installs a rule at C for marked packets to an address. */
  private static void passOn(InsideHttp http, int port, String to) throws Exception {
    rule(http, C, 40_200, "{\"type\": \"OUTPUT\", \"port\": \"" + port + "\"}", to,
        ", {\"type\": \"ETH_SRC\", \"mac\": \"02:54:65:72:72:00\"}");
  }

  private static void rule(InsideHttp http, SiteId at, int priority, String instruction, String to, String more) throws Exception {
    http.ask("POST", "/flows?appId=test", """
        {"flows": [{"deviceId": "%s", "priority": %d, "timeout": 0, "isPermanent": true, "treatment": {"instructions": [%s]},
          "selector": {"criteria": [{"type": "ETH_TYPE", "ethType": "0x0800"}, {"type": "IPV4_DST", "ip": "%s/32"}%s]}}]}
        """.formatted(device(at), priority, instruction, to, more));
  }

  private static String device(SiteId site) {
    return "of:000000000000000" + (1 + List.of(A, B, C).indexOf(site));
  }
}
