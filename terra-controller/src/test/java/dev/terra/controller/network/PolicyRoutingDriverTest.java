package dev.terra.controller.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.RouteCount;
import dev.terra.api.v1.RouteRule;
import dev.terra.api.v1.RoutesReport;
import dev.terra.controller.core.network.NetworkHost;
import dev.terra.controller.core.network.TransportEndpoint;
import dev.terra.controller.view.EventKind;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Role;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.TunnelPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PolicyRoutingDriverTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final Path AB = Path.of("A", "B");
  private static final Path ACB = Path.of("A", "C", "B");
  private static final long LEAVING_NANOS = 1_000;

  private final List<String> told = new ArrayList<>();
  private long now;
  private final PolicyRoutingDriver driver = new PolicyRoutingDriver(
      new RoutedTunnels(Map.of(A, "10.0.0.1", B, "10.0.0.2", C, "10.0.0.3"), new TunnelPorts(7296), Slices.ONE), LEAVING_NANOS, () -> now);

  @BeforeEach
  void begin() {
    driver.begin(new NetworkHost() {
      @Override
      public void tunnelsMoved() {
        told.add("moved");
      }

      @Override
      public void linkReported(LinkId link, boolean up, String source) {
        told.add("link");
      }

      @Override
      public void portCounters(Map<LinkId, Long> sentBytes) {
        told.add("counters");
      }

      @Override
      public void event(EventKind kind, String target, String detail) {
        told.add(kind.id() + " " + target + ": " + detail);
      }
    });
  }

  private void inForce(SiteId... sites) {
    for (SiteId site : sites) {
      driver.routesReported(site, RoutesReport.newBuilder().setVersion(driver.routes(site).orElseThrow().getVersion()).build());
    }
  }

  private static RouteRule rule(String from, String to, int port, boolean back, String next) {
    return RouteRule.newBuilder().setFromIp(from).setToIp(to).setPort(port).setToOpener(back).setNext(next).build();
  }

  @Test
  void eachRouterOnAPathButTheLastHasARuleForEachDirection() {
    driver.plan(List.of(ACB));

    assertThat(driver.routes(A).orElseThrow().getRulesList()).containsExactly(rule("10.0.0.1", "10.0.0.2", 7296, false, "C"));
    assertThat(driver.routes(B).orElseThrow().getRulesList()).containsExactly(rule("10.0.0.2", "10.0.0.1", 7296, true, "C"));
    assertThat(driver.routes(C).orElseThrow().getRulesList()).containsExactlyInAnyOrder(
        rule("10.0.0.1", "10.0.0.2", 7296, false, "B"), rule("10.0.0.2", "10.0.0.1", 7296, true, "A"));
  }

  @Test
  void eachSliceOfASiteHasPortsAndRulesOfItsOwn() {
    PolicyRoutingDriver shared = new PolicyRoutingDriver(
        new RoutedTunnels(Map.of(A, "10.0.0.1", B, "10.0.0.2", C, "10.0.0.3"), new TunnelPorts(7296), new Slices(3)), LEAVING_NANOS,
        () -> now);
    shared.plan(List.of(ACB));
    List<RouteRule> rules = shared.routes(A).orElseThrow().getRulesList();
    assertThat(rules).containsExactly(rule("10.0.0.1", "10.0.0.2", 7296, false, "C"), rule("10.0.0.1", "10.0.0.2", 7360, false, "C"),
        rule("10.0.0.1", "10.0.0.2", 7424, false, "C"));
    ProbeReport counted = ProbeReport.newBuilder().addAllRoutes(rules.stream()
        .map(one -> RouteCount.newBuilder().setRule(one).setPackets(3).build()).toList()).build();
    assertThat(shared.packets(Map.of(A, counted)).get(A)).as("a tunnel's packets are those of all slices")
        .isEqualTo(Map.of(new RuleMatch(Optional.of(A), B, Role.TO_LISTENER, 0, TunnelPorts.LABEL_MASK), 9L));
    TransportEndpoint all =
        new TransportEndpoint("10.0.0.2", 7301, Optional.of(new TransportEndpoint.Sources("10.0.0.1", 20_485, 64, 128)));
    assertThat(all.ofSlice(2, 3)).isEqualTo(
        new TransportEndpoint("10.0.0.2", 7429, Optional.of(new TransportEndpoint.Sources("10.0.0.1", 20_613, 192, 42))));
    assertThat(all.ofSlice(0, 1)).isEqualTo(all);
  }

  @Test
  void aTunnelIsRoutedOnceAllRoutersOnItsPathHaveItsRules() {
    driver.plan(List.of(AB, ACB));
    inForce(A, B);

    assertThat(driver.connectTo(AB)).contains(
        new TransportEndpoint("10.0.0.2", 7296, Optional.of(new TransportEndpoint.Sources("10.0.0.1", 20_480, 64, 128))));
    assertThat(driver.connectTo(ACB)).isEmpty();
    inForce(C);
    assertThat(driver.connectTo(ACB)).isPresent();
    assertThat(told).contains("moved", "routes-changed routers: all 2 tunnels have all their rules");
  }

  @Test
  void aRouterThatRefusesCostsTheTunnelsThroughItAndIsSaidOnce() {
    driver.plan(List.of(AB, ACB));
    inForce(A, B, C);
    for (int again = 0; again < 2; again++) {
      driver.routesReported(C, RoutesReport.newBuilder().setVersion(1).setProblem("no nft").build());
    }

    assertThat(driver.connectTo(AB)).isPresent();
    assertThat(driver.connectTo(ACB)).isEmpty();
    assertThat(told.stream().filter(one -> one.startsWith("route-refused"))).singleElement().asString()
        .contains("the router of C does not accept rules: no nft");
    assertThat(driver.figures().tunnels().get(ACB).problem()).isEqualTo("the router of C: no nft");
  }

  @Test
  void aNewPathWaitsForRoutersAndTheOthersStayAsTheyAre() {
    driver.plan(List.of(AB));
    inForce(A, B);
    driver.plan(List.of(AB, ACB));

    assertThat(driver.connectTo(AB)).isPresent();
    assertThat(driver.connectTo(ACB)).isEmpty();
    inForce(A, B, C);
    assertThat(driver.connectTo(ACB)).isPresent();
  }

  @Test
  void aPathThatIsPlannedNoMoreKeepsItsRulesForAWhile() {
    driver.plan(List.of(AB, ACB));
    driver.plan(List.of(AB));
    assertThat(driver.routes(C).orElseThrow().getRulesList()).hasSize(2);
    now += LEAVING_NANOS;

    driver.plan(List.of(AB));

    assertThat(driver.routes(C).orElseThrow().getRulesList()).isEmpty();
  }

  @Test
  void packetsAreThoseThatAgentsTell() {
    ProbeReport report = ProbeReport.newBuilder()
        .addRoutes(RouteCount.newBuilder().setRule(rule("10.0.0.2", "10.0.0.1", 7299, true, "")).setPackets(9)).build();

    assertThat(driver.packets(Map.of(B, report))).isEqualTo(Map.of(
        B, Map.of(new RuleMatch(Optional.of(B), A, Role.TO_OPENER, 3, TunnelPorts.LABEL_MASK), 9L)));
  }
}
