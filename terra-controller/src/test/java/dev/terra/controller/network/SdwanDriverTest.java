package dev.terra.controller.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import dev.terra.controller.core.network.NetworkFigures;
import dev.terra.controller.core.network.NetworkHost;
import dev.terra.controller.core.network.NoRoom;
import dev.terra.controller.core.network.TransportEndpoint;
import dev.terra.controller.view.EventKind;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.onos.FakeOnos;
import dev.terra.network.onos.OnosClient;
import dev.terra.network.onos.RuleKeeper;
import dev.terra.network.onos.Switches;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompiler;
import dev.terra.network.rules.RuleCompilers;
import dev.terra.network.rules.TunnelPorts;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.topology.Topologies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the driver with a server that answers as ONOS does, for two switches with a link between them. */
@Timeout(60)
class SdwanDriverTest {
  private static final Path AB = Path.of("A", "B");
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final FakeOnos onos = new FakeOnos();
  private final Recorder news = new Recorder();
  private SdwanDriver driver;

  /** Records the driver's reports. */
  private static final class Recorder implements NetworkHost {
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Override
    public void tunnelsMoved() {
      told.add("moved");
    }

    @Override
    public void linkReported(LinkId link, boolean up, String source) {
      told.add(link + (up ? " up " : " down ") + source);
    }

    @Override
    public void portCounters(Map<LinkId, Long> sentBytes) {
      told.add("counters");
    }

    @Override
    public void event(EventKind kind, String target, String detail) {
      told.add(kind.id() + " " + target + ": " + detail);
    }
  }

  @BeforeEach
  void twoSwitches() {
    onos.device("of:1");
    onos.device("of:2");
    onos.link("of:1", "2", "of:2", "3");
  }

  @AfterEach
  void close() {
    driver.close();
    onos.close();
  }

  private void start(String password) {
    start(password, RuleCompilers.perTunnel());
  }

  private void start(String password, RuleCompiler compiler) {
    start(password, compiler, Slices.ONE);
  }

  private void start(String password, RuleCompiler compiler, Slices slices) {
    Map<SiteId, String> addresses = Map.of(new SiteId("A"), "10.0.0.1", new SiteId("B"), "10.0.0.2", new SiteId("C"), "10.0.0.3");
    Switches switches = Switches.of(Map.of(
        new SiteId("A"), new Switches.Place("of:1", "1", "10.0.0.1", Optional.empty(), ImmutableMap.of()),
        new SiteId("B"), new Switches.Place("of:2", "1", "10.0.0.2", Optional.empty(), ImmutableMap.of()),
        new SiteId("C"), new Switches.Place("of:3", "1", "10.0.0.3", Optional.empty(), ImmutableMap.of())));
    TunnelPorts ports = new TunnelPorts(TunnelPorts.DEFAULT_FIRST);
    driver = new SdwanDriver(new OnosClient(onos.access(password)), new SdwanDriver.Settings(switches,
        new RoutedTunnels(addresses, ports, slices), new RuleKeeper.Settings(ports, compiler, LEAVING_NANOS),
        new RuleLimit(NetworkConfig.Rules.PER_TUNNEL, slices.count()),
        new SdwanDriver.Times(50, 50, new RouteBook.Retries(LEAVING_NANOS, LEAVING_NANOS))), System::nanoTime);
    driver.begin(news);
    driver.plan(List.of(AB, Path.of("B", "A")));
  }

  private void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("%s; told: %s", what, news.told).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private boolean isTold(String text) {
    return news.told.stream().anyMatch(one -> one.contains(text));
  }

  @Test
  void pathsThatSwitchesHaveNoRoomForAreRefusedWhereSeveralAgentsShareASite() {
    PathSets many = new PathSets(Topologies.load(java.nio.file.Path.of("../topologies/google-b4.yaml")), PathRules.atMost(10));
    start("rocks", RuleCompilers.perTunnel(3), new Slices(3));

    NoRoom lack = driver.noRoom(() -> List.of(AB), () -> RuleLimit.all(many)).orElseThrow();
    assertThat(lack.inWords()).contains("744 rules in the switch of US5, expected at most 168; ask for fewer paths per pair");
    assertThat(driver.noRoom(List::of, () -> List.of(AB))).isEmpty();
  }

  @Test
  void tunnelsAreRoutedOnceTheirRulesAreThere() {
    start("rocks");

    await("a route", () -> driver.connectTo(AB).isPresent());
    assertThat(driver.connectTo(AB)).contains(
        new TransportEndpoint("10.0.0.2", 7296, Optional.of(new TransportEndpoint.Sources("10.0.0.1", 20_480, 64, 128))));
    await("news", () -> isTold("routes-changed ONOS: 2 of 2 tunnels") && isTold("moved") && isTold("counters"));
    assertThat(driver.figures().switches()).containsOnly(Map.entry(new SiteId("A"), NetworkFigures.SwitchFigures.of(4)),
        Map.entry(new SiteId("B"), NetworkFigures.SwitchFigures.of(4)));
  }

  @Test
  void rulesOfLabelsAreForTheTunnelsOfAllAgentsOfASite() {
    Slices slices = new Slices(Slices.MOST);
    Path detour = Path.of("A", "C", "B");
    onos.device("of:3");
    onos.link("of:1", "3", "of:3", "2");
    onos.link("of:3", "3", "of:2", "4");
    start("rocks", RuleCompilers.aggregated(), slices);
    driver.plan(List.of(AB, detour));
    await("two routes", () -> driver.connectTo(detour).isPresent());
    List<JsonNode> masked = onos.flows("terra").stream().flatMap(flow -> flow.findParents("tcpMask").stream()).toList();
    assertThat(masked).as("rules that tell the two paths apart").isNotEmpty();
    for (Path path : List.of(AB, detour)) {
      TransportEndpoint first = driver.connectTo(path).orElseThrow();
      List<TransportEndpoint> all = slices.numbers().mapToObj(slice -> first.ofSlice(slice, slices.count())).toList();
      assertThat(all).extracting(TransportEndpoint::port).doesNotHaveDuplicates();
      for (JsonNode rule : masked) {
        assertThat(all).as("%s", rule).extracting(end -> end.port() & rule.path("tcpMask").asInt()).containsOnly(
            first.port() & rule.path("tcpMask").asInt());
        assertThat(all).as("%s", rule).extracting(end -> end.from().orElseThrow().first() & rule.path("tcpMask").asInt()).containsOnly(
            first.port() & rule.path("tcpMask").asInt());
      }
    }
  }

  @Test
  void withRulesForEachTunnelThePacketsOfEveryAgentTakeTheSamePath() {
    Slices slices = new Slices(Slices.MOST);
    Path detour = Path.of("A", "C", "B");
    onos.device("of:3");
    onos.link("of:1", "3", "of:3", "2");
    onos.link("of:3", "3", "of:2", "4");
    start("rocks", RuleCompilers.perTunnel(slices.count()), slices);
    driver.plan(List.of(AB, detour));
    await("two routes", () -> driver.connectTo(detour).isPresent());
    List<? extends JsonNode> rules = onos.flows("terra").stream().filter(flow -> flow.path("deviceId").asText().equals("of:1"))
        .filter(flow -> flow.findValuesAsText("ip").equals(List.of("10.0.0.1/32", "10.0.0.2/32"))).toList();
    for (Path path : List.of(AB, detour)) {
      TransportEndpoint first = driver.connectTo(path).orElseThrow();
      String next = path.equals(AB) ? "2" : "3";
      slices.numbers().mapToObj(slice -> first.ofSlice(slice, slices.count())).forEach(end -> {
        assertThat(ports(rules, end.port())).as("to %s on %s", end, path).containsExactly(next);
        assertThat(ports(rules, end.from().orElseThrow().first())).as("to what opens %s", end).containsExactly(next);
      });
    }
  }

  /** Returns the ports by which packets to a TCP port leave a switch with these rules. */
  private static List<String> ports(List<? extends JsonNode> rules, int tcpPort) {
    return rules.stream().filter(rule -> rule.findParents("tcpMask").stream()
            .anyMatch(mask -> (tcpPort & mask.path("tcpMask").asInt()) == mask.path("tcpPort").asInt()))
        .map(rule -> rule.path("treatment").findValue("port").asText()).toList();
  }

  @Test
  void aLinkThatOnosDoesNotShowAnyMoreIsDownUntilItDoes() {
    start("rocks");
    await("a route", () -> driver.connectTo(AB).isPresent());
    await("looks at rules and links", () -> news.told.stream().filter("counters"::equals).count() > 1);
    onos.unlink("of:1", "2");
    await("down", () -> isTold("A:B down ONOS") && isTold("B:A down ONOS"));

    onos.link("of:1", "2", "of:2", "3");

    await("up", () -> isTold("A:B up ONOS"));
    assertThat(driver.connectTo(AB)).as("rules stay").isPresent();
  }

  @Test
  void withWrongCredentialsNothingIsRoutedAndItIsSaidOnce() {
    start("wrong");

    await("an error", () -> isTold("network-problem ONOS: ONOS at http://127.0.0.1"));
    onos.takeRequests();
    List<String> looks = new ArrayList<>();
    await("more looks", () -> looks.addAll(onos.takeRequests()) && looks.size() > 1);
    assertThat(news.told.stream().filter(one -> one.startsWith("network-problem"))).hasSize(1);
    assertThat(driver.connectTo(AB)).isEmpty();
    assertThat(driver.figures().problem()).contains("password of user 'onos'");
  }

  @Test
  void aRefusedRuleIsSaidOnceWithItsSwitchAndTunnels() {
    onos.forget("of:2");
    start("rocks");

    await("a refusal", () -> isTold("route-refused"));
    assertThat(news.told.stream().filter(one -> one.startsWith("route-refused"))).singleElement().asString()
        .contains("A:B").contains("B:A").contains("the switch of B (of:2)").contains("Device is not found");
    assertThat(driver.connectTo(AB)).isEmpty();
    assertThat(driver.figures().tunnels().get(AB).problem()).contains("of:2");
  }

  @Test
  void withOnosAwayRoutesStayAndRulesAreLookedAfterWhenItIsBack() {
    start("rocks");
    await("a route", () -> driver.connectTo(AB).isPresent());
    onos.away(true);
    await("an error", () -> isTold("network-problem"));
    assertThat(driver.connectTo(AB)).isPresent();
    onos.lose("terra");

    onos.away(false);

    await("an answer", () -> isTold("network-answers"));
    await("the rule", () -> onos.flows("terra").size() == 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void withDetoursSwitchesHaveGroupsBesideTheirRules(int agents) {
    onos.device("of:3");
    onos.link("of:1", "4", "of:3", "2");
    onos.link("of:2", "4", "of:3", "3");
    start("rocks", RuleCompilers.withDetours(agents), new Slices(agents));
    driver.plan(List.of(AB, Path.of("A", "C", "B")));

    await("groups", () -> driver.figures().switches().size() == 3
        && driver.figures().switches().values().stream().allMatch(one -> one.groups() > 0 && one.problem().isEmpty()));
    assertThat(driver.connectTo(AB)).isPresent();
    assertThat(driver.packets(Map.of()).values().stream().mapToInt(Map::size).sum()).as("rules are read with their groups")
        .isEqualTo(onos.flows("terra").size());
  }
}
