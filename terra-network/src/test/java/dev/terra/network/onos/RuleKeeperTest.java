package dev.terra.network.onos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.ClassQueues;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompiler;
import dev.terra.network.rules.RuleCompilers;
import dev.terra.network.rules.SwitchTable;
import dev.terra.network.rules.TunnelPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of passes over a triangle of switches, with a server that answers as ONOS does. */
class RuleKeeperTest {
  private static final long SECOND = 1_000_000_000L;
  private static final List<Path> ALL = List.of(Path.of("A", "B"), Path.of("A", "C", "B"), Path.of("B", "A"), Path.of("B", "C", "A"),
      Path.of("A", "C"), Path.of("C", "A"));
  /** The number of rules: for each tunnel, two rules at each site on its path. */
  private static final int RULES = 2 * (2 + 3 + 2 + 3 + 2 + 2);

  private final FakeOnos onos = new FakeOnos();
  private final RouteBook book = new RouteBook(10 * SECOND, new RouteBook.Retries(5 * SECOND, 60 * SECOND));
  private long now = 1000 * SECOND;

  @BeforeEach
  void threeSwitches() {
    List.of("of:1", "of:2", "of:3").forEach(onos::device);
    onos.link("of:1", "2", "of:2", "1");
    onos.link("of:1", "3", "of:3", "1");
    onos.link("of:2", "3", "of:3", "2");
  }

  @AfterEach
  void close() {
    onos.close();
  }

  private static Switches switches() {
    return Switches.of(Map.of(new SiteId("A"), place("of:1", "10.0.0.1"), new SiteId("B"), place("of:2", "10.0.0.2"),
        new SiteId("C"), place("of:3", "10.0.0.3")));
  }

  private static Switches.Place place(String device, String address) {
    return new Switches.Place(device, "9", address, Optional.empty(), ImmutableMap.of());
  }

  private RuleKeeper keeper(RuleCompiler compiler) {
    return new RuleKeeper(new OnosClient(onos.access("rocks")), switches(), book,
        new RuleKeeper.Settings(new TunnelPorts(TunnelPorts.DEFAULT_FIRST), compiler, 10 * SECOND));
  }

  private RuleKeeper queued(RuleCompiler compiler, int interactive, int bulk) {
    return new RuleKeeper(new OnosClient(onos.access("rocks")), switches(), book, new RuleKeeper.Settings(
        new TunnelPorts(TunnelPorts.DEFAULT_FIRST), RuleCompilers.queued(compiler), 10 * SECOND, new ClassQueues(18, interactive, bulk)));
  }

  private RuleKeeper.Outcome pass(RuleKeeper keeper) throws OnosException {
    now += SECOND;
    return keeper.pass(now);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPassInstallsAllAndTheNextFindsNothingToDo(boolean aggregated) throws OnosException {
    RuleKeeper keeper = keeper(aggregated ? RuleCompilers.aggregated() : RuleCompilers.perTunnel());
    book.plan(ALL, now);

    RuleKeeper.Outcome first = pass(keeper);

    assertThat(first.usable()).containsOnlyKeys(ALL);
    assertThat(first.problems()).isEmpty();
    assertThat(first.rules().values().stream().mapToInt(count -> count).sum()).isEqualTo(onos.flows("terra").size());
    assertThat(pass(keeper).mended()).isZero();
  }

  /** Returns the queues of rules to other switches. The key is true for rules on packets with the interactive mark, or to an opener. */
  private Map<Boolean, Set<Integer>> queues() {
    Map<Boolean, Set<Integer>> queues = new TreeMap<>();
    for (ObjectNode flow : onos.flows("terra")) {
      JsonNode instructions = flow.path("treatment").path("instructions");
      String criteria = flow.path("selector").toString();
      boolean interactive = criteria.contains("\"ipDscp\":18") || criteria.contains("TCP_SRC");
      if (instructions.get(0).path("type").asText().equals("QUEUE")) {
        assertThat(instructions.get(0).path("port")).isEqualTo(instructions.get(1).path("port"));
        queues.computeIfAbsent(interactive, key -> new TreeSet<>()).add(instructions.get(0).path("queueId").asInt());
      } else {
        assertThat(instructions.get(0).path("port").asText()).as("only to hosts").isEqualTo("9");
      }
    }
    return queues;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rulesSendPacketsToTheQueuesOfTheirClasses(boolean aggregated) throws OnosException {
    RuleCompiler compiler = aggregated ? RuleCompilers.aggregated() : RuleCompilers.perTunnel();
    RuleKeeper keeper = queued(compiler, 2, 1);
    book.plan(ALL, now);
    RuleKeeper.Outcome first = pass(keeper);
    assertThat(first.usable()).containsOnlyKeys(ALL);
    assertThat(queues()).isEqualTo(Map.of(true, Set.of(2), false, Set.of(1)));
    assertThat(first.counts().queued().values().stream().mapToInt(count -> count).sum()).isPositive()
        .isEqualTo((int) onos.flows("terra").stream().filter(flow -> flow.toString().contains("queueId")).count());
    assertThat(pass(keeper).mended()).isZero();
    assertThat(onos.flows("terra")).hasSize(first.rules().values().stream().mapToInt(count -> count).sum());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void otherQueuesAndNoneComeInPlaceSoThatNoPacketIsLost(boolean aggregated) throws OnosException {
    RuleCompiler compiler = aggregated ? RuleCompilers.aggregated() : RuleCompilers.perTunnel();
    book.plan(ALL, now);
    pass(queued(compiler, 2, 1));
    RuleKeeper other = queued(compiler, 4, 3);
    assertThat(pass(other).usable()).containsOnlyKeys(ALL);
    assertThat(queues()).isEqualTo(Map.of(true, Set.of(4), false, Set.of(3)));
    assertThat(pass(other).mended()).isZero();
    RuleKeeper without = keeper(compiler);
    RuleKeeper.Outcome after = pass(without);
    assertThat(after.usable()).containsOnlyKeys(ALL);
    assertThat(after.counts().queued()).isEmpty();
    assertThat(onos.flows("terra")).noneMatch(flow -> flow.toString().contains("queueId") || flow.toString().contains("ipDscp"));
    now += 10 * SECOND;
    pass(without);
    assertThat(onos.flows("terra")).hasSize(compiler.compile(book.wanted(now)).values().stream().mapToInt(SwitchTable::size).sum());
  }

  @Test
  void perTunnelThereAreTwoRulesAtEachSiteOfAPath() throws OnosException {
    book.plan(ALL, now);

    assertThat(pass(keeper(RuleCompilers.perTunnel())).mended()).isEqualTo(RULES);
  }

  @Test
  void aRuleThatSomebodyTookOutComesBackAndOthersRulesStay() throws OnosException {
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(ALL, now);
    onos.foreign("somebody", "of:1");
    pass(keeper);
    onos.foreign("terra", "of:1");
    onos.lose("terra");

    RuleKeeper.Outcome after = pass(keeper);

    assertThat(after.mended()).isEqualTo(2);
    assertThat(onos.flows("terra")).hasSize(RULES);
    assertThat(onos.flows("somebody")).hasSize(1);
  }

  @Test
  void pathsThatArePlannedNoMoreKeepTheirRulesForAWhile() throws OnosException {
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(ALL, now);
    pass(keeper);
    book.plan(ALL.subList(0, 1), now);

    assertThat(pass(keeper).usable()).containsOnlyKeys(ALL.get(0));
    assertThat(onos.flows("terra")).hasSize(RULES);
    now += 10 * SECOND;
    pass(keeper);
    assertThat(onos.flows("terra")).hasSize(2 * 2);
  }

  @Test
  void anUnknownDeviceCostsTheTunnelsThroughItAndIsNamed() throws OnosException {
    onos.forget("of:3");
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(ALL, now);
    pass(keeper);

    RuleKeeper.Outcome second = pass(keeper);

    assertThat(second.usable()).containsOnlyKeys(Path.of("A", "B"), Path.of("B", "A"));
    assertThat(second.problems()).extracting(RuleKeeper.Problem::tunnel)
        .containsExactlyInAnyOrderElementsOf(ALL.stream().filter(path -> path.sites().contains(new SiteId("C"))).toList());
    assertThat(second.problems()).allSatisfy(problem ->
        assertThat(problem.why()).contains("the switch of C (of:3): ONOS has no such switch").contains("Device is not found"));
    pass(keeper);
    assertThat(onos.flows("terra")).hasSize(2 * 2 * 2);
  }

  @Test
  void aFullTableCostsSomeTunnelsAndTheOthersAreWhole() throws OnosException {
    onos.limit(6);
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(ALL, now);
    pass(keeper);

    RuleKeeper.Outcome second = pass(keeper);

    assertThat(second.problems()).isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.why()).contains("ONOS reports ADDED of 6, FAILED of "));
    assertThat(second.usable().size() + second.problems().size()).isEqualTo(ALL.size());
    RuleKeeper.Outcome third = pass(keeper);
    assertThat(third.problems()).isEmpty();
    assertThat(third.usable()).isEqualTo(second.usable());
  }

  @Test
  void roomInAFullTableIsUsedWhenItIsTriedAgain() throws OnosException {
    onos.limit(6);
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(ALL, now);
    pass(keeper);
    pass(keeper);
    pass(keeper);
    onos.limit(Integer.MAX_VALUE);
    now += 60 * SECOND;

    assertThat(pass(keeper).usable()).containsOnlyKeys(ALL);
  }

  @Test
  void whatIsRefusedIsTriedEverMoreSeldomAndToldOnce() throws OnosException {
    onos.forget("of:2");
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(List.of(Path.of("A", "B")), now);
    List<Long> trials = new ArrayList<>();
    int told = 0;
    long start = now;
    for (int i = 0; i < 200; i++) {
      onos.takeRequests();
      told += pass(keeper).problems().size();
      if (onos.takeRequests().stream().anyMatch(request -> request.startsWith("POST"))) {
        trials.add((now - start) / SECOND);
      }
    }

    assertThat(told).isOne();
    assertThat(trials).startsWith(1L, 2L, 7L, 8L, 18L, 19L, 39L, 40L, 80L, 81L).hasSize(12);
  }

  @Test
  void aSwitchThatOnosGetsToKnowIsTriedAtOnce() throws OnosException {
    onos.forget("of:2");
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(List.of(Path.of("A", "B")), now);
    for (int i = 0; i < 50; i++) {
      pass(keeper);
    }
    onos.device("of:2");

    assertThat(pass(keeper).usable()).containsOnlyKeys(Path.of("A", "B"));
  }

  @Test
  void aPathThatMakesRoomLetsOthersTryAtOnce() throws OnosException {
    onos.limit(6);
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(ALL, now);
    pass(keeper);
    Set<Path> refused = pass(keeper).problems().stream().map(RuleKeeper.Problem::tunnel).collect(Collectors.toSet());
    List<Path> fewer = ALL.stream().filter(path -> path.sites().size() == 2).toList();
    book.plan(fewer, now);
    now += 10 * SECOND;
    pass(keeper);
    pass(keeper);

    assertThat(refused).isNotEmpty();
    assertThat(pass(keeper).usable().keySet()).hasSizeGreaterThan(ALL.size() - refused.size() - 2);
  }

  @Test
  void aSwitchOfWhichNoPortIsKnownToLeadOnIsNamed() throws OnosException {
    onos.unlink("of:2", "3");
    RuleKeeper keeper = keeper(RuleCompilers.perTunnel());
    book.plan(List.of(Path.of("B", "C")), now);
    pass(keeper);

    assertThat(pass(keeper).problems()).singleElement().satisfies(problem ->
        assertThat(problem.why()).contains("the switch of B (of:2)").contains("network.sites.B.ports"));
  }

  @Test
  void wrongCredentialsAreSaidToBe() {
    OnosClient client = new OnosClient(onos.access("wrong"));

    assertThatThrownBy(client::devices).isInstanceOf(OnosException.class).hasMessageContaining("password of user 'onos'")
        .extracting(problem -> ((OnosException) problem).kind()).isEqualTo(OnosException.Kind.CREDENTIALS);
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    OnosAccess access = onos.access("rocks");
    onos.close();

    assertThatThrownBy(() -> new OnosClient(access).flows()).isInstanceOf(OnosException.class)
        .hasMessageContaining(access.base().toString()).extracting(problem -> ((OnosException) problem).kind())
        .isEqualTo(OnosException.Kind.UNREACHABLE);
  }

  @Test
  void linksGoAndComeBack() throws OnosException {
    OnosClient client = new OnosClient(onos.access("rocks"));
    Switches switches = switches().completedBy(client.links());
    LinkWatch watch = new LinkWatch();

    assertThat(watch.see(client.links(), switches)).isEmpty();
    onos.unlink("of:1", "2");
    assertThat(watch.see(client.links(), switches)).isEqualTo(Map.of(LinkId.of("A", "B"), false, LinkId.of("B", "A"), false));
    assertThat(watch.see(client.links(), switches)).isEmpty();
    onos.link("of:1", "2", "of:2", "1");
    assertThat(watch.see(client.links(), switches)).isEqualTo(Map.of(LinkId.of("A", "B"), true, LinkId.of("B", "A"), true));
  }

  @Test
  void countersAreThoseOfPorts() throws OnosException {
    assertThat(new OnosClient(onos.access("rocks")).portCounters()).containsExactly(new OnosCounters("of:1", "2", 1000, 2000, 3));
  }
}
