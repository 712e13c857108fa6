package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.LinkReport;
import dev.terra.api.v1.LinkReports;
import dev.terra.api.v1.WanPath;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.LinkId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that agents' measurements of links reach the plan. By the topology file, links carry 1 MB/s of IP bytes. */
class MeasuredCapacityTest {
  private static final LinkId AB = LinkId.of("A", "B");
  private static final LinkId AC = LinkId.of("A", "C");
  private static final LinkId CB = LinkId.of("C", "B");
  private static final double PAYLOAD = 1448.0 / 1500;

  private Harness harness = new Harness();

  /** Uses the link for so long that the controller may judge it to be slow. */
  @BeforeEach
  void run() {
    harness.helloAll();
    for (double seconds = 0.6; seconds < 5; seconds += 0.6) {
      harness.at(seconds);
      measured(1, carried(100_000), "A", "B");
    }
    harness.at(5).produced(1, "job_1", 100_000_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
  }

  private void measured(long stream, LinkReport.Builder report, String... path) {
    harness.say(stream, AgentReport.newBuilder().setLinks(LinkReports.newBuilder()
        .addLinks(report.setPath(WanPath.newBuilder().addAllSites(List.of(path))))));
  }

  /** Returns the report on an interval of 0.6 s in which the given number of IP bytes per second crossed A-B. */
  private static LinkReport.Builder carried(double bytesPerSecond) {
    return LinkReport.newBuilder().setIntervalMillis(600).setDeliveredBytes(Math.round(bytesPerSecond * PAYLOAD * 0.6));
  }

  private static LinkReport.Builder limited(double bytesPerSecond) {
    LinkReport.Builder report = carried(bytesPerSecond);
    return report.setNetworkLimitedMillis(600).setNetworkLimitedBytes(report.getDeliveredBytes());
  }

  @Test
  void whatSeveralAgentsOfASiteSendOverALinkAddsUp() {
    twoAgents();
    for (double seconds = 6; seconds < 13; seconds += 0.6) {
      harness.at(seconds);
      measured(1, limited(120_000), "A", "B");
      measured(2, carried(80_000), "A", "B");
    }
    harness.round();
    assertThat(plannedCapacity()).isBetween(195_000.0, 205_000.0);
    assertThat(carriedNow()).isBetween(195_000.0, 205_000.0);
    harness.at(20);
    assertThat(carriedNow()).as("nobody tells of it any more").isZero();
  }

  @Test
  void whatSeveralAgentsOfASiteSendFromEndToEndAddsUp() {
    twoAgents();
    for (double seconds = 6; seconds < 13; seconds += 0.6) {
      harness.at(seconds);
      measured(1, fromEndToEnd(limited(120_000)), "A", "B");
      measured(2, fromEndToEnd(carried(80_000)), "A", "B");
    }
    harness.round();
    assertThat(plannedCapacity()).as("one agent that waits is enough, and the other's bytes are on the link, too")
        .isBetween(195_000.0, 205_000.0);
  }

  private void twoAgents() {
    harness = new Harness(new Slices(2));
    harness.hello(1, "A", "one", 0);
    harness.hello(2, "A", "two", 1);
    harness.hello(3, "B", "b", 0);
    harness.at(5).produced(1, "job_1", 100_000_000L);
    harness.produced(2, "job_1", 0L, 100_000_000L);
    harness.placed(3, "job_1", 0, "B");
    harness.placed(3, "job_1", 1, "B");
    harness.round();
  }

  private static LinkReport.Builder fromEndToEnd(LinkReport.Builder report) {
    return report.setEndToEnd(true).setConnection(1).setConnections(1);
  }

  private double planned(LinkId link) {
    return harness.scheduler.lastWan.link(link).orElseThrow().capacity().bytesPerSecond() / (1 - Harness.KEPT_FOR_JOBS);
  }

  private double carriedNow() {
    return harness.state.view(harness.nowNanos).links().get(AB).carried().bytesPerSecond();
  }

  private double plannedCapacity() {
    return planned(AB);
  }

  private double measured() {
    return harness.state.view(harness.nowNanos).links().get(AB).measured().orElseThrow().capacity().bytesPerSecond();
  }

  @Test
  void aLinkThatTakesLessThanThereIsIsPlannedWithThat() {
    harness.at(5.8);
    measured(1, carried(100_000), "A", "B");
    harness.at(6.4);
    measured(1, limited(200_000), "A", "B");
    assertThat(harness.state.roundDueNanos()).as("said once").isEmpty();
    harness.at(7);
    measured(1, limited(200_000), "A", "B");
    assertThat(harness.state.roundDueNanos()).as("a round at once").hasValue(harness.nowNanos + RoundTimer.COALESCE_NANOS);
    harness.round();
    assertThat(plannedCapacity()).isBetween(199_000.0, 201_000.0);
    assertThat(measured()).isBetween(199_000.0, 201_000.0);
    assertThat(harness.events("capacity-changed")).containsExactly("A:B | carries 1.600 Mbps, as tunnels measured");
    assertThat(harness.status().getLinksList()).filteredOn(link -> link.hasMeasuredBytesPerSecond()).singleElement()
        .satisfies(link -> {
          assertThat(link.getCapacityBytesPerSecond()).isEqualTo(Harness.CAPACITY);
          assertThat(link.getMeasuredAtSeconds()).isEqualTo(7);
        });
  }

  @Test
  void whatGoesOverALinkWithoutWaitingSaysNothingAboutTheRest() {
    harness.at(7);
    measured(1, carried(100_000), "A", "B");
    assertThat(harness.state.roundDueNanos()).isEmpty();
    harness.round();
    assertThat(plannedCapacity()).isEqualTo(Harness.CAPACITY);
    assertThat(harness.state.view(harness.nowNanos).links().get(AB).measured()).isEmpty();
  }

  @Test
  void aFarEndThatDoesNotReadIsNoSlowLink() {
    harness.at(7);
    measured(1, limited(200_000).setReceiverLimitedMillis(300), "A", "B");
    harness.round();
    assertThat(plannedCapacity()).isEqualTo(Harness.CAPACITY);
  }

  @Test
  void aLinkThatTakesAllItIsGivenIsTriedWithMore() {
    harness.at(5.8);
    measured(1, carried(600_000), "A", "B");
    harness.at(6.4);
    measured(1, limited(130_000), "A", "B");
    harness.at(7);
    measured(1, limited(130_000), "A", "B");
    harness.round();
    for (int i = 1; i < 4; i++) {
      harness.at(7 + 0.6 * i);
      measured(1, carried(125_000), "A", "B");
    }
    assertThat(harness.state.roundDueNanos()).isPresent();
    harness.round();
    double tried = harness.scheduler.lastWan.link(AB).orElseThrow().capacity().bytesPerSecond() / PAYLOAD;
    assertThat(tried).as("a trial: bundles alone may send a tenth more than is known").isBetween(142_500.0, 143_500.0);
    assertThat(measured()).as("what is known").isBetween(129_500.0, 130_500.0);
    harness.at(20).tick();
    harness.round();
    assertThat(plannedCapacity()).as("nothing came of it").isBetween(129_500.0, 130_500.0);
  }

  @Test
  void wherePathsAreMeasuredTheLinkIsFoundThatTheyFallShortOn() {
    for (double seconds = 8; seconds < 14.5; seconds += 0.6) {
      harness.at(seconds);
      measured(1, fromEndToEnd(carried(100_000)), "A", "C");
      harness.at(seconds + 0.1);
      measured(1, fromEndToEnd(limited(200_000)), "A", "C", "B");
    }
    harness.round();
    assertThat(planned(CB)).isBetween(199_000.0, 201_000.0);
    assertThat(planned(AC)).isEqualTo(Harness.CAPACITY);
    measured(1, carried(1).setEndToEnd(true), "A", "B");
    measured(1, carried(1).setEndToEnd(true).setConnections(1), "A", "B", "C", "A");
    assertThat(harness.events("report-refused")).hasSize(2);
  }

  @Test
  void whatCannotBeIsRefused() {
    measured(1, limited(200_000).setNetworkLimitedMillis(700), "A", "B");
    measured(1, carried(1).setIntervalMillis(0), "A", "B");
    measured(1, carried(1).setDeliveredBytes(-1), "A", "B");
    measured(1, carried(1), "B", "A");
    measured(1, carried(1), "A", "Z");
    assertThat(harness.events("report-refused")).hasSize(5).allMatch(event -> event.startsWith("A | LINKS: "));
    harness.round();
    assertThat(plannedCapacity()).isEqualTo(Harness.CAPACITY);
  }
}
