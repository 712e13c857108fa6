package dev.terra.controller.core.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.RoutesReport;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.agent.TunnelReports;
import dev.terra.controller.core.operate.KeptAction;
import dev.terra.controller.core.operate.KeptActions;
import dev.terra.controller.core.operate.OperatorCommand.AllowPath;
import dev.terra.controller.core.operate.OperatorCommand.PathsPerPair;
import dev.terra.controller.core.operate.OperatorDesk;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.MeasuredCapacity;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.network.rules.RuleMatch;
import dev.terra.schedule.path.PathRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests of changes of the network while shuffles run. */
class NetworkEventsTest {
  private static final LinkId AB = LinkId.of("A", "B");
  private static final LinkId BA = AB.reversed();
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  /**
   * A driver of tunnels that switches carry end to end. The tunnels' ends have addresses, and no tunnel shows the state of a single link.
   */
  private static final class EndToEnd implements NetworkDriver {
    /** The most hops of all tunnels together for which the switches have room. */
    private int mostHops = Integer.MAX_VALUE;

    @Override
    public Optional<NoRoom> noRoom(Supplier<Collection<Path>> before, Supplier<Collection<Path>> then) {
      int hops = hops(then.get());
      ImmutableList<Path> come = then.get().stream().filter(path -> !before.get().contains(path)).collect(ImmutableList.toImmutableList());
      return hops <= mostHops || hops <= hops(before.get()) ? Optional.empty()
          : Optional.of(new NoRoom(Harness.C, hops + " hops", "buy switches", come));
    }

    private static int hops(Collection<Path> tunnels) {
      return tunnels.stream().mapToInt(path -> path.links().size()).sum();
    }

    @Override
    public Optional<TransportEndpoint> connectTo(Path tunnel) {
      return Optional.of(new TransportEndpoint("10.0.0." + (1 + "ABC".indexOf(tunnel.to().name())), 7000 + tunnel.sites().size()));
    }

    @Override
    public Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos) {
      return Map.of();
    }

    @Override
    public void begin(NetworkHost host) {
      // this driver reports nothing
    }

    @Override
    public void plan(Collection<Path> tunnels) {
      // any path will do
    }

    @Override
    public Optional<SiteRoutes> routes(SiteId site) {
      return Optional.empty();
    }

    @Override
    public void routesReported(SiteId site, RoutesReport report) {
      // there are none
    }

    @Override
    public Map<SiteId, Map<RuleMatch, Long>> packets(Map<SiteId, ProbeReport> reports) {
      return Map.of();
    }

    @Override
    public NetworkFigures figures() {
      return new NetworkFigures("end-to-end", ImmutableMap.of(), ImmutableMap.of(), "");
    }

    @Override
    public void close() {
      // nothing was opened
    }
  }

  private static Harness running(Harness harness) {
    harness.helloAll();
    harness.at(5).produced(1, "job_1", 1_000_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    return harness;
  }

  private static void rules(Harness harness, int paths, ImmutableSet<LinkId> links, ImmutableSet<Path> some) {
    harness.network(events -> events.rules(new PathRules(paths, false, links, some), harness.nowNanos));
  }

  private static List<String> plannedFor(Harness harness, long stream, String to) {
    return harness.to(stream).stream().filter(message -> message.hasTunnels() || message.hasWelcome())
        .map(message -> message.hasTunnels() ? message.getTunnels() : message.getWelcome().getTunnels())
        .reduce((earlier, latest) -> latest).orElseThrow()
        .getDestinationsList().stream().filter(destination -> destination.getTo().equals(to))
        .flatMap(destination -> destination.getTunnelsList().stream())
        .map(tunnel -> String.join("-", tunnel.getPath().getSitesList())).toList();
  }

  @Test
  void aLinkThatARouterReportsDownIsNotUsedUntilItSaysUp() {
    Harness harness = running(new Harness());
    harness.network(events -> events.linkReported(AB, false, "port eth1", harness.nowNanos));
    assertThat(harness.state.roundDueNanos()).hasValue(harness.nowNanos + RoundTimer.COALESCE_NANOS);
    assertThat(harness.events("link-down")).containsExactly("A:B | port eth1 says so");
    harness.round();
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-C-B");
    harness.tunnel(1, true, "A", "B");
    assertThat(harness.events("link-up")).as("the tunnels' word is not the router's").isEmpty();
    harness.network(events -> events.linkReported(AB, true, "port eth1", harness.nowNanos));
    harness.round();
    assertThat(harness.events("link-up")).containsExactly("A:B | port eth1 says so");
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
  }

  @Test
  void aTunnelThatItsAgentHasNotOpenedYetIsNoLinkDown() {
    Harness harness = new Harness();
    harness.hello(2, "B");
    harness.hello(3, "C");
    double joined = 2 * AgentState.JOIN_GRACE_NANOS / 1e9;
    harness.at(joined);
    harness.hello(1, "A");
    harness.tunnel(1, false, "A", "B");
    harness.tunnel(1, true, "A", "C");
    harness.network(events -> events.judgeLinks(harness.nowNanos));
    assertThat(harness.events("link-down")).as("it has had no time to open it").isEmpty();
    harness.tunnel(1, false, "A", "C");
    harness.network(events -> events.judgeLinks(harness.nowNanos));
    assertThat(harness.events("link-down")).as("one that was up is down at once").singleElement().asString().startsWith("A::C | ");
    harness.at(joined + AgentState.JOIN_GRACE_NANOS / 1e9);
    harness.network(events -> events.judgeLinks(harness.nowNanos));
    assertThat(harness.events("link-down")).as("the grace is over").hasSize(2).last().asString().startsWith("A::B | ");
  }

  @Test
  void bothDirectionsAreOneEvent() {
    Harness harness = running(new Harness());
    harness.network(events -> events.linkReported(BA, false, "ports", harness.nowNanos));
    harness.tunnel(1, false, "A", "B");
    assertThat(harness.events("link-down")).containsExactly("B:A | ports says so",
        "A:B | the agent of A reports its tunnel as down: no answer");
    harness.tunnel(1, true, "A", "B");
    assertThat(harness.events("link-up")).containsExactly("A:B | its tunnel answers again");
    harness.tunnel(2, false, "B", "C");
    assertThat(harness.events("link-down")).last().isEqualTo("B::C | the agent of B reports its tunnel as down: no answer");
  }

  @Test
  void aCapacityThatChangesMuchStartsARoundAndTheSchedulerFollows() {
    Harness harness = running(new Harness());
    harness.network(events -> events.capacity(AB, new Bandwidth(Harness.CAPACITY / 2), harness.nowNanos));
    assertThat(harness.state.roundDueNanos()).hasValue(harness.nowNanos + RoundTimer.COALESCE_NANOS);
    harness.round();
    double planned = harness.scheduler.lastWan.link(AB).orElseThrow().capacity().bytesPerSecond();
    assertThat(planned).isEqualTo(Harness.CAPACITY / 2 * (1 - Harness.KEPT_FOR_JOBS));
    LinkFigures link = harness.state.view(harness.nowNanos).links().get(AB);
    assertThat(link.nominal().bytesPerSecond()).isEqualTo(Harness.CAPACITY);
    assertThat(link.measured()).contains(new MeasuredCapacity(new Bandwidth(Harness.CAPACITY / 2), harness.nowNanos / 1e9));
    assertThat(harness.events("capacity-changed")).hasSize(1).allMatch(event -> event.startsWith("A:B | now "));
  }

  @Test
  void aCapacityThatChangesLittleStartsNoRoundButTheNextOneKnows() {
    Harness harness = running(new Harness());
    harness.network(events -> events.capacity(AB, new Bandwidth(Harness.CAPACITY * 0.8), harness.nowNanos));
    assertThat(harness.state.roundDueNanos()).isEmpty();
    harness.round();
    assertThat(harness.scheduler.lastWan.link(AB).orElseThrow().capacity().bytesPerSecond())
        .isEqualTo(Harness.CAPACITY * 0.8 * (1 - Harness.KEPT_FOR_JOBS));
  }

  @Test
  void aForbiddenLinkTakesItsTunnelsAwayOnOpenStreamsAndItsBundlesElsewhere() {
    Harness harness = running(new Harness());
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
    rules(harness, 10, ImmutableSet.of(AB), ImmutableSet.of());
    assertThat(plannedFor(harness, 1, "B")).containsExactly("A-C-B");
    assertThat(plannedFor(harness, 3, "B")).as("C to B over A").containsExactly("C-B");
    assertThat(plannedFor(harness, 2, "A")).as("the other direction is allowed").containsExactly("B-A", "B-C-A");
    harness.round();
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-C-B");
    assertThat(harness.status().getAgents(0).getTunnels()).as("A-C-B, A-C").isEqualTo(2);
    rules(harness, 10, ImmutableSet.of(), ImmutableSet.of());
    harness.round();
    assertThat(plannedFor(harness, 1, "B")).containsExactly("A-B", "A-C-B");
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
    assertThat(harness.events("paths-changed")).hasSize(2);
  }

  @Test
  void aForbiddenPathAndFewerPathsDoSoToo() {
    Harness harness = running(new Harness());
    rules(harness, 10, ImmutableSet.of(), ImmutableSet.of(DIRECT));
    harness.round();
    assertThat(plannedFor(harness, 1, "B")).containsExactly("A-C-B");
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-C-B");
    rules(harness, 1, ImmutableSet.of(), ImmutableSet.of());
    harness.round();
    assertThat(plannedFor(harness, 1, "B")).containsExactly("A-B");
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-B");
  }

  @Test
  void rulesThatMakeTheSameTunnelsAreNoNews() {
    Harness harness = running(new Harness());
    harness.sent.clear();
    rules(harness, 20, ImmutableSet.of(), ImmutableSet.of());
    assertThat(harness.sent).noneMatch(ControllerMessage::hasTunnels);
    assertThat(harness.events("paths-changed")).isEmpty();
  }

  @Test
  void aTunnelThatIsNoLongerPlannedIsForgotten() {
    Harness harness = running(new Harness());
    harness.tunnel(1, true, "A", "C", "B");
    harness.tunnel(1, false, "A", "B");
    assertThat(harness.status().getAgents(0).getTunnelsUp()).isEqualTo(1);
    assertThat(harness.events("link-down")).hasSize(1);
    rules(harness, 10, ImmutableSet.of(), ImmutableSet.of(DIRECT, Path.of("A", "C", "B")));
    assertThat(harness.status().getAgents(0).getTunnelsUp()).isZero();
    assertThat(harness.events("link-up")).as("nobody tells of this link any more").hasSize(1);
    harness.round();
    assertThat(harness.ratesOf(1)).as("no path is left").isEmpty();
  }

  @Test
  void aDriverMaySayWhatTunnelsConnectTo() {
    Harness harness = running(new Harness(new EndToEnd()));
    PlannedTunnel tunnel = harness.to(1).get(0).getWelcome().getTunnels().getDestinations(0).getTunnels(1);
    assertThat(tunnel.getPath().getSitesList()).containsExactly("A", "C", "B");
    assertThat(tunnel.getConnectTo().getIp()).isEqualTo("10.0.0.2");
    assertThat(tunnel.getConnectTo().getPort()).isEqualTo(7003);
    Harness overlay = running(new Harness());
    assertThat(overlay.to(1).get(0).getWelcome().getTunnels().getDestinations(0).getTunnels(1).hasConnectTo()).isFalse();
  }

  @Test
  void pathsThatTheNetworkHasNoRoomForAreRefusedAndNothingChanges() {
    EndToEnd network = new EndToEnd();
    Harness harness = running(new Harness(network));
    OperatorDesk desk = harness.state.operator();
    ActionFigures fewer = desk.act(paths(1), harness.nowNanos);
    network.mostHops = 6;

    assertThatThrownBy(() -> desk.act(paths(2), harness.nowNanos)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing has changed, as 18 hops; ask for fewer than 2 paths per pair, or buy switches");
    assertThatThrownBy(() -> desk.undo(fewer.number(), "ann", harness.nowNanos)).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a1 cannot be taken back: nothing has changed, as 18 hops");

    harness.round();
    assertThat(plannedFor(harness, 1, "B")).containsExactly("A-B");
    assertThat(harness.events("paths-changed")).hasSize(1);
    assertThat(desk.figures().rules().maxPaths()).isEqualTo(1);
    assertThat(desk.figures().actions()).extracting(ActionFigures::inForce).containsExactly(true);
  }

  @Test
  void aPathIsForbiddenThoughTheNetworkHasNoRoomForTheOneThatTakesItsPlace() {
    EndToEnd network = new EndToEnd();
    Harness harness = running(new Harness(network));
    OperatorDesk desk = harness.state.operator();
    desk.act(paths(1), harness.nowNanos);
    network.mostHops = 6;

    ActionFigures forbid = desk.act(allow(DIRECT, false), harness.nowNanos);

    harness.round();
    assertThat(forbid.inForce()).isTrue();
    assertThat(plannedFor(harness, 1, "B")).containsExactly("A-C-B");
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-C-B");
    assertThat(harness.events("switch-full")).singleElement().asString().startsWith("C | 7 hops; agents relay").contains(AROUND.toString())
        .endsWith("or buy switches");
    desk.act(allow(DIRECT, true), harness.nowNanos);
    ActionFigures other = desk.act(allow(DIRECT, false), harness.nowNanos);
    desk.undo(other.number(), "ann", harness.nowNanos);
    harness.round();
    assertThat(plannedFor(harness, 1, "B")).containsExactly("A-B");
  }

  @Test
  void whatLeavesOrLowersAShortageIsDoneAndWhatRaisesItIsRefused() {
    EndToEnd network = new EndToEnd();
    Harness harness = running(new Harness(network));
    OperatorDesk desk = harness.state.operator();
    desk.act(allow(DIRECT, false), harness.nowNanos);
    network.mostHops = 5;

    assertThatThrownBy(() -> desk.act(allow(DIRECT, true), harness.nowNanos))
        .hasMessage("nothing has changed, as 18 hops; set fewer paths per pair first, or buy switches");
    desk.act(paths(1), harness.nowNanos);
    harness.round();

    assertThat(desk.figures().rules().maxPaths()).isEqualTo(1);
    assertThat(plannedFor(harness, 2, "C")).as("still 7 hops").containsExactly("B-C");
    desk.act(allow(DIRECT, true), harness.nowNanos);
    harness.round();
    assertThat(plannedFor(harness, 1, "B")).as("6 hops").containsExactly("A-B");
    assertThat(harness.events("switch-full")).isEmpty();
  }

  @Test
  void whatOperatorsDidHoldsAfterATakeoverThoughTheNetworkHasNoRoom() {
    List<KeptActions> kept = new ArrayList<>();
    Harness first = new Harness(new EndToEnd());
    OperatorDesk before = first.state.operator();
    before.restore(KeptActions.NONE, 0, kept::add);
    before.act(paths(1), first.nowNanos);
    before.act(allow(DIRECT, false), first.nowNanos);
    before.act(paths(3), first.nowNanos);
    before.act(paths(2), first.nowNanos);
    before.undo(4, "ann", first.nowNanos);
    EndToEnd network = new EndToEnd();
    network.mostHops = 5;
    Harness next = new Harness(network);

    OperatorDesk desk = next.state.operator();
    desk.restore(kept.get(kept.size() - 1), 0, actions -> { });

    assertThat(desk.figures().rules().maxPaths()).isEqualTo(3);
    assertThat(desk.figures().rules().forbiddenPaths()).containsExactly(DIRECT);
    assertThat(next.events("request-refused")).isEmpty();
    assertThat(next.events("switch-full")).as("fewer than configured").isEmpty();
    assertThatThrownBy(() -> desk.act(allow(DIRECT, true), next.nowNanos)).as("from now on").hasMessageContaining("18 hops");
  }

  @Test
  void aNewLeaderSaysOnceThatWhatItTookOverLacksRoom() {
    EndToEnd network = new EndToEnd();
    network.mostHops = 6;
    Harness next = new Harness(network, PathRules.atMost(1));
    KeptAction more = new KeptAction(1, 0, "ann", "", Optional.of(new PathsPerPair(OptionalInt.of(2))));
    KeptAction forbidden = new KeptAction(2, 0, "ann", "", Optional.of(new AllowPath(DIRECT, false)));

    next.state.operator().restore(KeptActions.of(2, List.of(more, forbidden)), 0, actions -> { });

    assertThat(next.state.operator().figures().actions()).extracting(ActionFigures::inForce).containsExactly(true, true);
    assertThat(next.events("request-refused")).isEmpty();
    assertThat(next.events("switch-full")).singleElement().asString().startsWith("C | 17 hops; agents relay").contains("and 1 others");
  }

  private static OperatorRequest allow(Path path, boolean allowed) {
    return new OperatorRequest(new AllowPath(path, allowed), "ann", "");
  }

  private static OperatorRequest paths(int perPair) {
    return new OperatorRequest(new PathsPerPair(OptionalInt.of(perPair)), "ann", "");
  }

  @Test
  void whereNoTunnelTellsOfALinkTunnelsThatAreDownAndExplicitWordsStillCount() {
    Harness harness = running(new Harness(new EndToEnd()));
    harness.tunnel(1, false, "A", "B");
    harness.round();
    assertThat(harness.events("link-down")).isEmpty();
    assertThat(harness.status().getLinksList()).allMatch(link -> link.getUp());
    harness.tunnel(1, true, "A", "B");
    harness.network(events -> events.linkReported(AB, false, "sdwan", harness.nowNanos));
    harness.round();
    assertThat(harness.ratesOf(1).get("job_1>B")).containsOnlyKeys("A-C-B");
  }
}
