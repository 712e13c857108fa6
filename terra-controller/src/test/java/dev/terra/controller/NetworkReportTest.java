package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.net.InetAddresses;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.network.OverlayDriver;
import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.ControllerMetricsText;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventHistory;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.OperatorFigures;
import dev.terra.controller.view.RoundFigures;
import dev.terra.controller.view.TunnelFigures;
import dev.terra.controller.view.WorkTotals;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.latency.PathClasses;
import dev.terra.core.latency.QueueWatch;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the controller's report on its network, and of the addresses at which the report is served. */
class NetworkReportTest {
  private static final SiteId A = new SiteId("A");
  private static final PathClasses LOSES_MARKS =
      new PathClasses(ImmutableList.of(new ArrivedMark(1, 0), new ArrivedMark(18, 18)), QueueWatch.Verdict.MIXED);

  private static ControllerView view() {
    AgentFigures agent = new AgentFigures(new AgentId(A, "A-gw"), true, 0, OptionalDouble.empty(), "", 2, ImmutableList.of(
        new TunnelFigures(Path.of("A", "B"), true, 1_500, 0, "", LOSES_MARKS),
        new TunnelFigures(Path.of("A", "C", "B"), false, 0, 0, "no answer", PathClasses.UNKNOWN)),
        ImmutableList.of(), 0, ImmutableList.of(), FetchWaits.NONE);
    LinkFigures link = new LinkFigures(LinkId.of("A", "B"), false, "cut", new Bandwidth(10), Optional.empty(), new Bandwidth(4),
        new Bandwidth(3), new Bandwidth(0));
    return new ControllerView(1, "w", 9, new WorkTotals(3, 2, 1), RoundFigures.NONE, ImmutableMap.of(link.id(), link),
        ImmutableSortedMap.of(A, agent), ImmutableSortedMap.of(), ImmutableMap.of(), OperatorFigures.NONE, ImmutableList.of(),
        EventHistory.EMPTY);
  }

  @Test
  void linksAreFilledOnceAMinute() throws ExecutionException {
    NetworkReport report = new NetworkReport(new OverlayDriver(), null);
    report.beginFill();
    assertThatThrownBy(report::beginFill).hasMessageContaining("within the last minute");
  }

  @Test
  void everyTunnelThatAgentsToldOfIsListed() {
    NetworkStatus status = new NetworkReport(new OverlayDriver(), null).of(view());

    assertThat(status.getMode()).isEqualTo("overlay");
    assertThat(status.getProblem()).isEmpty();
    assertThat(status.getTunnelsList()).extracting(tunnel -> String.join("-", tunnel.getPath().getSitesList()) + " " + tunnel.getUp() + " "
        + tunnel.getProblem()).containsExactly("A-B true ", "A-C-B false no answer");
    assertThat(status.getTunnelsList()).noneMatch(tunnel -> tunnel.hasLabel());
    assertThat(status.getSwitchesList()).isEmpty();
  }

  @Test
  void theStatusSaysHowPathsTreatLatencyClasses() {
    NetworkStatus status = new NetworkReport(new OverlayDriver(), null).of(view());

    assertThat(status.getTunnels(0)).satisfies(tunnel -> {
      assertThat(ClassMessages.of(tunnel.getMarksList(), tunnel.getClasses())).isEqualTo(LOSES_MARKS);
      assertThat(LOSES_MARKS.words()).isEqualTo("DSCP 1 arrives as 0, classes wait in one queue");
    });
    assertThat(ClassMessages.of(status.getTunnels(1).getMarksList(), status.getTunnels(1).getClasses())).isEqualTo(PathClasses.UNKNOWN);
  }

  @Test
  void allFiguresAreThereForPrometheus() {
    List<String> lines = ControllerMetricsText.of(view()).toString().lines().filter(line -> !line.startsWith("#")).toList();

    assertThat(lines).contains("terra_controller_uptime_seconds_total 9", "terra_controller_live_agents 1", "terra_controller_tunnels_up 1",
        "terra_controller_links_down 1", "terra_link_up{from=\"A\",to=\"B\"} 0",
        "terra_link_capacity_bytes_per_second{from=\"A\",to=\"B\"} 10",
        "terra_link_measured_capacity_bytes_per_second{from=\"A\",to=\"B\"} 10",
        "terra_link_allocated_bytes_per_second{from=\"A\",to=\"B\"} 4", "terra_site_agent_live{site=\"A\"} 1",
        "terra_site_planned_tunnels{site=\"A\"} 2", "terra_site_tunnels_up{site=\"A\"} 1");
  }

  @Test
  void addressesAreReadAsPeopleWriteThem() {
    assertThat(Addresses.parse("listen", "127.0.0.1:80")).isEqualTo(new InetSocketAddress(InetAddresses.forString("127.0.0.1"), 80));
    assertThat(Addresses.parse("listen", "localhost:7100").getPort()).isEqualTo(7100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", "127.0.0.1:-1", "::1:80", "127.0.0.1:80:80"})
  void whatIsNoAddressIsAnErrorThatNamesItsKey(String text) {
    assertThatThrownBy(() -> Addresses.parse("listen", text)).isInstanceOf(ConfigException.class).hasMessageContaining("'listen'")
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void somebodyWhoNamesAnAddressWantsItAndOffMeansNone() {
    assertThat(HttpConfig.USUAL.isDefault()).isTrue();
    assertThat(HttpConfig.USUAL.at("0.0.0.0:80")).satisfies(http -> {
      assertThat(http.listen()).contains("0.0.0.0:80");
      assertThat(http.isDefault()).isFalse();
    });
    assertThat(HttpConfig.USUAL.at("off").listen()).isEmpty();
  }
}
