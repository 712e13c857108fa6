package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.LinkStatus;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.round.Floors;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControllerStateTest {
  private final Harness harness = new Harness();

  @Test
  void welcomesAnAgentWithItsTunnels() {
    harness.hello(1, "A");
    ControllerWelcome welcome = harness.to(1).get(0).getWelcome();
    assertThat(welcome.getSession()).isEqualTo(77);
    assertThat(welcome.getLeaseMillis()).isEqualTo(10_000);
    assertThat(welcome.getTunnels().getDestinationsList())
        .extracting(plan -> plan.getTo() + plan.getTunnelsCount()).containsExactly("B2", "C2");
    assertThat(welcome.getTunnels().getDestinations(0).getTunnels(0).getPath().getSitesList()).containsExactly("A", "B");
    assertThat(welcome.getTunnels().getDestinations(0).getStockBytesPerSecond()).isEqualTo(1e6);
  }

  @Test
  void refusesUnknownSitesAndVersions() {
    harness.hello(1, "Z");
    harness.say(2, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(9).setSite("A")));
    harness.alive(3);
    assertThat(harness.ends).hasSize(3)
        .anyMatch(end -> end.contains("no site Z"))
        .anyMatch(end -> end.contains("speaks versions 2 to 3 of the control protocol, the agent version 9"));
    assertThat(harness.events("agent-refused")).hasSize(1);
  }

  @Test
  void agentsOfTheVersionBeforeAndAfterAreWelcome() {
    harness.hello(1, "A");
    harness.say(2, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(2).setNewestVersion(3).setSite("B")
        .setAgent("b")));
    harness.say(3, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(3).setNewestVersion(4).setSite("C")
        .setAgent("c")));
    assertThat(harness.ends).isEmpty();
    assertThat(List.of(1L, 2L, 3L)).extracting(stream -> harness.to(stream).get(0).getWelcome().getProtocolVersion())
        .containsExactly(2, 3, 3);
    assertThat(harness.status().getAgentsList()).extracting(agent -> agent.getSlices(0).getProtocolVersion()).containsExactly(2, 3, 3);
  }

  @Test
  void schedulesWhatIsPlacedElsewhereAndNotYetSent() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L, 200L, 300L, 400L);
    harness.placed(1, "job_1", 0, "A");
    harness.placed(1, "job_1", 1, "B");
    harness.placed(2, "job_1", 2, "C");
    harness.progress(1, "job_1", "B", 30, 20, 0);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 150.0, "job_1:AC", 300.0));
    ShuffleStatus status = harness.status().getShuffles(0);
    assertThat(status.getUnplacedBytes()).isEqualTo(400);
    assertThat(status.getSameSiteBytes()).isEqualTo(100);
    assertThat(status.getGammaSeconds()).isEqualTo(3);
    assertThat(harness.ratesOf(1)).containsOnlyKeys("job_1>B", "job_1>C");
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
  }

  @Test
  void whatIsTooSmallForTerraIsNotPlannedUntilItsAgentCarriesIt() {
    harness.helloAll();
    harness.produced(2, "job_1", 0L, 50L);
    harness.carried(1, "job_1", List.of("B"), 100L, 200L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(1, "job_1", 1, "C");
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 100.0, "job_1:BC", 50.0));
    assertThat(harness.status().getShuffles(0).getBundlesList())
        .extracting(bundle -> bundle.getFrom() + bundle.getTo() + bundle.getBypassed())
        .containsExactly("ABfalse", "ACtrue", "BCfalse");

    harness.progress(1, "job_1", "C", 0, 0, 10);
    harness.round();
    assertThat(harness.demands()).as("of what is not carried only what a reader waits for").containsEntry("job_1:AC", 10.0);

    harness.carried(1, "job_1", List.of("B", "C"), 100L, 200L);
    harness.round();
    assertThat(harness.demands()).containsEntry("job_1:AC", 200.0);
  }

  @Test
  void whatNobodyCarriesIsNotOutstanding() {
    harness.helloAll();
    harness.carried(1, "job_1", List.of(), 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.at(5).round();
    assertThat(harness.ratesOf(1)).isEmpty();
    assertThat(harness.status().getOutstandingSeconds()).isZero();
    assertThat(harness.status().getShuffles(0).hasStartSeconds()).isFalse();
  }

  @Test
  void notesWhenAShuffleHadAnythingToSend() {
    harness.helloAll();
    harness.at(1).produced(1, "job_1", 100L, 100L);
    harness.at(2).placed(1, "job_1", 0, "B");
    harness.at(3).progress(1, "job_1", "B", 100, 0, 0);
    assertThat(harness.status().getShuffles(0).getStartSeconds()).isEqualTo(2);
    assertThat(harness.status().getShuffles(0).getFinishSeconds()).isEqualTo(3);

    harness.at(4).placed(1, "job_1", 1, "B");
    assertThat(harness.status().getShuffles(0).hasFinishSeconds()).isFalse();
    harness.at(6).progress(1, "job_1", "B", 200, 0, 0);
    harness.at(7).ended(1, "job_1");
    ShuffleStatus ended = harness.status().getShuffles(0);
    assertThat(ended.getStartSeconds()).isEqualTo(2);
    assertThat(ended.getFinishSeconds()).isEqualTo(6);
    assertThat(ended.getGrowthList()).extracting(step -> step.getAtSeconds() + ": " + step.getBundles(0).getBytes())
        .containsExactly("2.0: 100", "4.0: 100");
  }

  @Test
  void tellsOnlyTheDifference() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    harness.sent.clear();
    harness.produced(1, "job_2", 100L);
    harness.placed(1, "job_2", 0, "C");
    harness.round();
    List<ControllerMessage> epochs = harness.sent.stream().filter(ControllerMessage::hasEpoch).toList();
    assertThat(epochs).hasSize(1);
    assertThat(epochs.get(0).getEpoch().getFull()).isFalse();
    assertThat(epochs.get(0).getEpoch().getBundlesList()).extracting(bundle -> bundle.getShuffle()).containsExactly("job_2");
    harness.ended(1, "job_1");
    harness.sent.clear();
    harness.round();
    assertThat(harness.sent.get(0).getEpoch().getRemovedList()).extracting(r -> r.getShuffle()).containsExactly("job_1");
  }

  @Test
  void whatIsAllOnItsWayNeedsNoRate() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    assertThat(harness.ratesOf(1)).containsKey("job_1>B");
    harness.say(1, AgentReport.newBuilder().setProgress(
        BundleProgress.newBuilder().setShuffle("job_1").setTo("B").setUnderWayBytes(100)));
    harness.round();
    assertThat(harness.ratesOf(1)).isEmpty();
  }

  @Test
  void aShuffleThatWaitedGoesOnWhenItsTurnComes() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    harness.scheduler.waits = "job_2";
    harness.produced(1, "job_2", 100L);
    harness.placed(1, "job_2", 0, "B");
    harness.round();
    assertThat(harness.ratesOf(1).get("job_1>B")).isNotEmpty();
    assertThat(harness.ratesOf(1).get("job_2>B")).isEmpty();

    harness.progress(1, "job_1", "B", 100, 0, 0);
    harness.scheduler.waits = "";
    harness.round();
    assertThat(harness.ratesOf(1).get("job_2>B")).isNotEmpty();
  }

  @Test
  void forwardsPlacementsToAllProducersAndToThoseThatComeLater() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L);
    harness.produced(2, "job_1", 100L);
    harness.sent.clear();
    harness.placed(1, "job_1", 0, "C");
    assertThat(harness.sent).hasSize(2);
    assertThat(harness.to(2)).last().matches(c -> c.getPlacement().getSiteByReducerOrThrow(0).equals("C"));
    harness.placed(2, "job_1", 0, "C");
    assertThat(harness.sent).as("no echo of what is known").hasSize(2);
    harness.produced(3, "job_1", 100L);
    assertThat(harness.to(3)).last().matches(c -> c.getPlacement().getSiteByReducerOrThrow(0).equals("C"));
  }

  @Test
  void aWaitingReducerHasAFloorBeforeEverythingElse() {
    harness.helloAll();
    harness.produced(1, "job_1", 1000L);
    harness.placed(1, "job_1", 0, "B");
    harness.progress(1, "job_1", "B", 0, 0, 500);
    harness.round();
    double planned = Harness.CAPACITY * (1 - Harness.KEPT_FOR_JOBS);
    double floor = planned * Floors.FLOOR_SHARE_OF_LINK;
    assertThat(harness.scheduler.lastWan.capacities()[0]).isCloseTo(planned - floor, within(1e-6));
    assertThat(harness.scheduler.lastWan.capacities()[1]).isCloseTo(planned, within(1e-6));
    assertThat(harness.ratesOf(1).get("job_1>B").get("A-B")).isEqualTo(Math.floor(floor) + Harness.CAPACITY / 8);
  }

  @Test
  void aLinkIsDownWhenItsTunnelIsAndBundlesMove() {
    harness.helloAll();
    harness.at(5).alive(1);
    harness.alive(2);
    harness.alive(3);
    harness.produced(1, "job_1", 1000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    harness.tunnel(2, false, "B", "A");
    assertThat(harness.events("link-down")).hasSize(1).allMatch(event -> event.startsWith("A::B | ") && event.contains("no answer"));
    harness.round();
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-C-B");
    assertThat(harness.events("reroute")).hasSize(1).allMatch(event -> event.contains("job_1/A:B onto [A:C:B]"));
    assertThat(harness.status().getLinksList()).filteredOn(link -> !link.getUp())
        .extracting(LinkStatus::getFrom, LinkStatus::getTo)
        .containsExactlyInAnyOrder(org.assertj.core.groups.Tuple.tuple("A", "B"), org.assertj.core.groups.Tuple.tuple("B", "A"));
    harness.tunnel(2, true, "B", "A");
    harness.round();
    assertThat(harness.events("link-up")).hasSize(1);
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
  }

  @Test
  void aTunnelThatIsDownIsNotUsedThoughItsLinksAreUp() {
    harness.helloAll();
    harness.at(5).tunnel(1, false, "A", "C", "B");
    harness.produced(1, "job_1", 1000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    assertThat(harness.events("link-down")).isEmpty();
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
    harness.tunnel(1, false, "A", "B");
    harness.round();
    assertThat(harness.demands()).as("the tunnel of two hops may be silent for a moment only").isNotEmpty();
    harness.at(6.5).round();
    assertThat(harness.demands()).as("no path is left: waiting would hold back the shuffle's other bundles").isEmpty();
    assertThat(harness.ratesOf(1)).isEmpty();
  }

  @Test
  void aTunnelThatThePlanDoesNotUseMayComeAndGo() {
    harness.helloAll();
    harness.at(5).produced(1, "job_1", 1_000_000L, 1_000_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(1, "job_1", 1, "C");
    harness.round();
    int told = harness.to(1).size();
    harness.tunnel(1, false, "A", "C", "B");
    harness.round();
    harness.tunnel(1, true, "A", "C", "B");
    harness.round();
    assertThat(harness.to(1)).as("nothing new to tell").hasSize(told);
  }

  @Test
  void theLastRoundCanBeLookedAtWithTheRatesThatStand() {
    harness.helloAll();
    assertThat(harness.state.lastRound()).isEmpty();
    harness.at(5).produced(1, "job_1", 1_000_000L, 1_000_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    double rate = harness.state.lastRound().orElseThrow().allocation().shuffles().get(0).bundles().get(0).bytesPerSecond();
    harness.progress(1, "job_1", "B", 1000, 0, 0);
    harness.round();

    ScheduledRound last = harness.state.lastRound().orElseThrow();

    assertThat(last.demand(new ShuffleId("job_1")).orElseThrow().bundles().get(0).bytes()).isEqualTo(999_000);
    assertThat(last.allocated(new ShuffleId("job_1")).orElseThrow().bundles().get(0).bytesPerSecond()).isEqualTo(Math.floor(rate));
    assertThat(last.paths().wan().links()).hasSameSizeAs(last.now().links());
    harness.progress(1, "job_1", "B", 1_000_000, 0, 0);
    harness.round();
    assertThat(harness.state.lastRound()).isEmpty();
  }

  @Test
  void whereRoundsTakeLongOneOfSeveralBundlesThatIsDoneCanWaitAndTheLastCannot() {
    harness.helloAll();
    harness.state.noteRoundMillis(20);
    harness.at(5).produced(1, "job_1", 1000L, 1000L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(1, "job_1", 1, "C");
    harness.round();
    harness.progress(1, "job_1", "B", 1000, 0, 0);
    assertThat(harness.state.roundDueNanos()).hasValue(harness.nowNanos + RoundTimer.SOFT_COALESCE_NANOS);
    harness.round();
    harness.progress(1, "job_1", "C", 1000, 0, 0);
    assertThat(harness.state.roundDueNanos()).hasValue(harness.nowNanos + RoundTimer.COALESCE_NANOS);
    harness.round();
    harness.produced(1, "job_2", 1000L, 1000L);
    harness.placed(1, "job_2", 0, "B");
    harness.placed(1, "job_2", 1, "C");
    harness.round();
    harness.state.noteRoundMillis(1);
    harness.progress(1, "job_2", "B", 1000, 0, 0);
    assertThat(harness.state.roundDueNanos()).as("a round costs nothing").hasValue(harness.nowNanos + RoundTimer.COALESCE_NANOS);
  }

  @Test
  void aDeadAgentIsNoDeadLink() {
    harness.helloAll();
    harness.at(5).alive(1);
    harness.alive(3);
    harness.produced(1, "job_1", 1000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    harness.state.streamEnded(2, "its stream broke", harness.nowNanos);
    harness.tunnel(1, false, "A", "B");
    harness.round();
    assertThat(harness.events("agent-lost")).hasSize(1);
    assertThat(harness.events("link-down")).isEmpty();
    assertThat(harness.ratesOf(1)).isEmpty();
    harness.hello(4, "B");
    assertThat(harness.events("link-down")).as("its tunnels need time to open").isEmpty();
    harness.tunnel(1, true, "A", "B");
    harness.round();
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
    assertThat(harness.events("link-up")).isEmpty();
  }

  @Test
  void silenceIsDeathAndANewStreamLife() {
    harness.helloAll();
    harness.produced(1, "job_1", 1000L);
    harness.placed(2, "job_1", 0, "B");
    harness.at(60).tick();
    assertThat(harness.ends).as("the controller stood still: nobody could be heard").isEmpty();
    for (int i = 1; i < AgentState.SILENT_TICKS; i++) {
      harness.at(60 + i / 2.0).alive(2);
      harness.alive(3);
      harness.tick();
    }
    assertThat(harness.ends).isEmpty();
    harness.tick();
    assertThat(harness.ends).hasSize(1).allMatch(end -> end.startsWith("1: "));
    harness.round();
    assertThat(harness.demands()).isEmpty();
    harness.hello(5, "A");
    harness.produced(5, "job_1", 1000L);
    harness.progress(5, "job_1", "B", 400, 0, 0);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 600.0));
  }

  @Test
  void countsTheTimeInWhichSomethingIsOutstanding() {
    harness.helloAll();
    harness.at(1).produced(1, "job_1", 1000L);
    harness.at(2).placed(1, "job_1", 0, "B");
    harness.at(5).progress(1, "job_1", "B", 1000, 0, 0);
    harness.at(9);
    assertThat(harness.status().getOutstandingSeconds()).isCloseTo(3, within(1e-9));
  }

  @Test
  void theLastScheduleStandsWhenThePolicyFails() {
    harness.helloAll();
    harness.produced(1, "job_1", 1000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    harness.scheduler.failing = true;
    harness.produced(1, "job_1", 2000L);
    harness.round();
    assertThat(harness.events("schedule-failed")).hasSize(1);
    assertThat(harness.ratesOf(1)).containsOnlyKeys("job_1>B");
  }

  @Test
  void anEndedShuffleStaysInStatusAndLateReportersHearOfIt() {
    harness.helloAll();
    harness.at(1).produced(1, "job_1", 1000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    harness.ended(1, "job_1");
    assertThat(harness.to(2)).last().matches(ControllerMessage::hasEnded);
    harness.produced(3, "job_1", 5L);
    assertThat(harness.to(3)).last().matches(ControllerMessage::hasEnded);
    ShuffleStatus status = harness.status().getShuffles(0);
    assertThat(status.getEnded()).isTrue();
    assertThat(status.getArrivalSeconds()).isEqualTo(1);
    assertThat(status.getBundles(0).getExpectedBytes()).isEqualTo(1000);
    assertThat(harness.status().getOutstandingSeconds()).isZero();
  }

  @Test
  void refusesNonsenseAndGoesOn() {
    harness.hello(1, "A");
    harness.produced(1, "job_1", -1L);
    harness.produced(1, "", 1L);
    harness.placed(1, "job_1", -3, "B");
    harness.placed(1, "job_1", 0, "nowhere");
    harness.progress(1, "job_1", "A", 1, 0, 0);
    harness.tunnel(1, true, "B", "A");
    harness.tunnel(1, true, "A");
    assertThat(harness.events("report-refused")).hasSize(7);
    assertThat(harness.ends).isEmpty();
  }

  @Test
  void roundsAreDueSoonAfterEventsAndNotWhileAnAgentSettles() {
    harness.helloAll();
    assertThat(harness.state.roundDueNanos()).hasValue(RoundTimer.SETTLE_NANOS);
    harness.round();
    harness.at(1).produced(1, "job_1", 1L);
    assertThat(harness.state.roundDueNanos()).as("it has no reader yet").isEmpty();
    harness.placed(1, "job_1", 0, "B");
    assertThat(harness.state.roundDueNanos()).hasValue(1_000_000_000L + RoundTimer.COALESCE_NANOS);
    harness.round();
    assertThat(harness.state.roundDueNanos()).isEmpty();
  }

  @Test
  void shufflesOfAGroupAreScheduledAsOne() {
    harness.helloAll();
    harness.describe(1, "x", "a dag");
    harness.produced(1, "x", 0L, 1_000L);
    harness.placed(2, "x", 1, "B");
    harness.produced(1, "job_1_1_dag_1_vertex_00_parts_2", 0L, 1_000L);
    harness.placed(2, "job_1_1_dag_1_vertex_00_parts_2", 1, "B");
    harness.round();
    assertThat(harness.scheduler.lastDemands).extracting(ShuffleDemand::group)
        .containsExactlyInAnyOrder(Optional.of("a dag"), Optional.empty());
  }
}
