package dev.terra.testbed.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.LinkId;
import dev.terra.testbed.Wans;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NetworkPlanTest {
  private final AddressPlan triangle = new AddressPlan(Wans.load("triangle"));
  private final NetworkPlan plan = new NetworkPlan(triangle, "t-", new RoutedFabric(triangle, "t-"), true);

  @Test
  void everyHostAndRouterHasANamespace() {
    assertThat(plan.namespaces()).containsExactly("t-A-router", "t-B-router", "t-C-router",
        "t-core", "t-A-gw", "t-A-1", "t-B-gw", "t-B-1", "t-C-gw", "t-C-1", "t-wire");
    assertThat(plan.createNamespaces()).startsWith("netns add t-A-router").hasSize(11);
  }

  @Test
  void userSpaceLinksMeetInANamespaceOfTheirOwn() {
    assertThat(plan.createInterfaces()).contains(
        "link add name eth0 netns t-A-1 type veth peer name h1 netns t-A-router",
        "link add name wan1 address 02:54:52:00:01:01 netns t-A-router type veth peer name l1a netns t-wire",
        "link add name wan1 address 02:54:52:00:01:02 netns t-B-router type veth peer name l1b netns t-wire");
  }

  @Test
  void netemLinksAreOnePair() {
    NetworkPlan netem = new NetworkPlan(triangle, "t-", new RoutedFabric(triangle, "t-"), false);
    assertThat(netem.namespaces()).doesNotContain("t-wire");
    assertThat(netem.createInterfaces()).contains("link add name wan3 address 02:54:52:00:03:01 netns t-B-router"
        + " type veth peer name wan3 address 02:54:52:00:03:02 netns t-C-router");
  }

  @Test
  void overlayAddressesArePinnedToTheirLink() {
    Map<String, List<String>> lines = plan.configureInterfaces();
    assertThat(lines.get("t-A-gw")).contains("address add 10.79.1.1/32 dev lo", "address add 10.79.2.1/32 dev lo",
        "route add 10.79.0.0/16 via 10.77.1.254 initcwnd 1000 initrwnd 1000");
    assertThat(lines.get("t-A-1")).noneMatch(line -> line.contains("initcwnd"));
    assertThat(lines.get("t-A-router")).contains(
        "address add 10.78.1.1/30 dev wan1",
        "neigh replace 10.78.1.2 lladdr 02:54:52:00:01:02 dev wan1 nud permanent",
        "route add 10.79.1.1/32 via 10.77.1.200 dev lan",
        "route add 10.79.1.2/32 via 10.78.1.2 dev wan1");
    assertThat(lines.get("t-wire")).contains("link set l3b up");
  }

  @Test
  void routesFollowTheLinksThatAreThere() {
    assertThat(plan.routes(Set.of()).get("t-A-router")).containsExactly(
        "route replace 10.77.2.0/24 via 10.78.1.2 dev wan1", "route replace 10.80.0.2/32 via 10.78.1.2 dev wan1",
        "route replace 10.77.3.0/24 via 10.78.2.2 dev wan2", "route replace 10.80.0.3/32 via 10.78.2.2 dev wan2");
    Set<LinkId> firstCut = Set.of(LinkId.of("A", "B"), LinkId.of("B", "A"));
    assertThat(plan.routes(firstCut).get("t-A-router")).contains("route replace 10.77.2.0/24 via 10.78.2.2 dev wan2");
    Set<LinkId> allOfA = Set.of(LinkId.of("A", "B"), LinkId.of("B", "A"), LinkId.of("A", "C"), LinkId.of("C", "A"));
    assertThat(plan.routes(allOfA).get("t-A-router")).contains("route replace unreachable 10.77.2.0/24");
    assertThat(plan.routes(allOfA).get("t-B-router")).contains("route replace 10.77.3.0/24 via 10.78.3.2 dev wan3");
  }

  @Test
  void tcpMayBufferBandwidthTimesDelay() {
    assertThat(plan.kernelSettings()).containsEntry("ipv4/conf/all/rp_filter", "0")
        .containsEntry("ipv4/tcp_rmem", "4096 30000000 30000000");
    AddressPlan swan = new AddressPlan(Wans.load("swan"));
    assertThat(new NetworkPlan(swan, "t-", new RoutedFabric(swan, "t-"), true).kernelSettings().get("ipv4/tcp_wmem"))
        .as("bounded").isEqualTo("4096 65536 134217728");
  }
}
