package dev.terra.testbed.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.LinkId;
import dev.terra.testbed.Wans;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SwitchedFabricTest {
  private final AddressPlan triangle = new AddressPlan(Wans.load("triangle"));
  private final SwitchedFabric fabric = new SwitchedFabric(triangle, "t-");
  private final NetworkPlan plan = new NetworkPlan(triangle, "t-", fabric, true);

  @Test
  void linksEndInSwitches() {
    assertThat(plan.namespaces()).contains("t-switches", "t-wire");
    assertThat(plan.createInterfaces()).contains(
        "link add name wan address 02:54:52:01:00:01 netns t-A-router type veth peer name r1 netns t-switches",
        "link add name l1a netns t-switches type veth peer name l1a netns t-wire",
        "link add name l1b netns t-switches type veth peer name l1b netns t-wire");
    NetworkPlan netem = new NetworkPlan(triangle, "t-", fabric, false);
    assertThat(netem.createInterfaces()).contains("link add name l3a netns t-switches type veth peer name l3b netns t-switches");
  }

  @Test
  void everyOtherRouterIsANeighbour() {
    Map<String, List<String>> lines = plan.configureInterfaces();
    assertThat(lines.get("t-A-router")).contains(
        "address add 10.78.0.1/24 dev wan",
        "neigh replace 10.78.0.3 lladdr 02:54:52:01:00:03 dev wan nud permanent",
        "route add 10.77.3.0/24 via 10.78.0.3 dev wan",
        "route add 10.80.0.3/32 via 10.78.0.3 dev wan",
        "route add 10.80.0.1/32 via 10.77.1.200 dev lan",
        "route add 10.79.1.2/32 via 10.78.0.2 dev wan");
    assertThat(lines.get("t-A-gw")).contains("address add 10.80.0.1/32 dev lo");
    assertThat(plan.routes(Set.of())).isEmpty();
  }

  private static String rule(int priority, String destination, String action) {
    return "cookie=" + SwitchedFabric.COOKIE + ",priority=" + priority + ",ip,nw_dst=" + destination + ",actions=" + action;
  }

  @Test
  void switchesHaveTheDefaultRoutes() {
    assertThat(fabric.defaultRules(Set.of()).get("s1")).contains(
        rule(10, "10.77.1.0/24", "output:1"), rule(10, "10.80.0.1", "output:1"), rule(10, "10.77.2.0/24", "output:11"),
        rule(10, "10.80.0.2", "output:11"), rule(20, "10.79.1.1", "output:1"), rule(20, "10.79.1.2", "output:11"));
    Set<LinkId> firstCut = Set.of(LinkId.of("A", "B"), LinkId.of("B", "A"));
    assertThat(fabric.defaultRules(firstCut).get("s1")).contains(rule(10, "10.77.2.0/24", "output:12"))
        .as("overlay addresses stay on their link").contains(rule(20, "10.79.1.2", "output:11"));
    Set<LinkId> allOfA = Set.of(LinkId.of("A", "B"), LinkId.of("B", "A"), LinkId.of("A", "C"), LinkId.of("C", "A"));
    assertThat(fabric.defaultRules(allOfA).get("s1")).contains(rule(10, "10.77.2.0/24", "drop"));
  }

  @Test
  void aLinkHasTheSamePortInBothSwitches() {
    assertThat(fabric.cables()).hasSize(6).contains("of:0000000000000002/13 of:0000000000000003/13",
        "of:0000000000000003/13 of:0000000000000002/13");
  }
}
