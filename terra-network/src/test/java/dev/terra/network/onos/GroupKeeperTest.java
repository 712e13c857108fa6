package dev.terra.network.onos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompiler;
import dev.terra.network.rules.RuleCompilers;
import dev.terra.network.rules.TunnelPorts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of passes over a triangle of switches whose rules have detours, with a server that answers as ONOS does. */
class GroupKeeperTest {
  private static final long SECOND = 1_000_000_000L;
  private static final List<Path> ALL = List.of(Path.of("A", "B"), Path.of("A", "C", "B"), Path.of("B", "A"), Path.of("B", "C", "A"),
      Path.of("A", "C"), Path.of("C", "A"));
  private static final SiteId A = new SiteId("A");
  /** A cookie that is not Terra's. */
  private static final String FOREIGN = "0x1234";

  private final FakeOnos onos = new FakeOnos();
  private final RouteBook book = new RouteBook(10 * SECOND, new RouteBook.Retries(5 * SECOND, 60 * SECOND));
  private long now = 1000 * SECOND;

  @BeforeEach
  void threeSwitches() {
    List.of("of:1", "of:2", "of:3").forEach(onos::device);
    onos.link("of:1", "[one](2)", "of:2", "1");
    onos.link("of:1", "3", "of:3", "1");
    onos.link("of:2", "3", "of:3", "2");
    book.plan(ALL, now);
  }

  @AfterEach
  void close() {
    onos.close();
  }

  private RuleKeeper keeper(RuleCompiler compiler) {
    Switches switches = Switches.of(Map.of(A, place("of:1", "10.0.0.1"), new SiteId("B"), place("of:2", "10.0.0.2"),
        new SiteId("C"), place("of:3", "10.0.0.3")));
    return new RuleKeeper(new OnosClient(onos.access("rocks")), switches, book,
        new RuleKeeper.Settings(new TunnelPorts(TunnelPorts.DEFAULT_FIRST), compiler, 10 * SECOND));
  }

  private static Switches.Place place(String device, String address) {
    return new Switches.Place(device, "9", address, Optional.empty(), ImmutableMap.of());
  }

  private RuleKeeper.Outcome pass(RuleKeeper keeper) throws OnosException {
    now += SECOND;
    return keeper.pass(now);
  }

  private long groups() {
    return List.of("of:1", "of:2", "of:3").stream().mapToLong(device -> onos.groupsOf(device).size()).sum();
  }

  private long rulesWithGroups() {
    return onos.flows("terra").stream().filter(flow -> flow.path("treatment").toString().contains("GROUP")).count();
  }

  @Test
  void groupsAreThereBeforeTheRulesThatPointToThemAndTheNextPassFindsNothingToDo() throws OnosException {
    RuleKeeper keeper = keeper(RuleCompilers.withDetours(1));

    assertThat(pass(keeper).usable()).as("no tunnel waits for a group").containsOnlyKeys(ALL);
    assertThat(rulesWithGroups()).isZero();
    RuleKeeper.Outcome second = pass(keeper);

    assertThat(second.usable()).containsOnlyKeys(ALL);
    assertThat(onos.flows("terra")).allSatisfy(flow -> assertThat(flow.path("state").asText()).isEqualTo("ADDED"));
    assertThat(rulesWithGroups()).as("in each direction one for each step of a path").isEqualTo(2 * (1 + 2 + 1 + 2 + 1 + 1));
    assertThat(second.groups().values().stream().mapToInt(SwitchGroups::count).sum()).isEqualTo((int) groups());
    onos.takeRequests();
    RuleKeeper.Outcome third = pass(keeper);
    assertThat(third.mended()).isZero();
    assertThat(third.groups()).isEqualTo(second.groups());
    assertThat(onos.takeRequests()).allSatisfy(request -> assertThat(request).startsWith("GET"));
  }

  @Test
  void whereOnosHasNoGroupsRulesAreLookedAfterWithoutThem() throws OnosException {
    onos.groups(FakeGroups::fail);
    RuleKeeper keeper = keeper(RuleCompilers.withDetours(1));
    pass(keeper);

    RuleKeeper.Outcome outcome = pass(keeper);

    assertThat(outcome.usable()).containsOnlyKeys(ALL);
    assertThat(outcome.mended()).isZero();
    assertThat(outcome.groups().get(A).problem()).contains("no detour").contains("HTTP 500");
  }

  @Test
  void aGroupThatIsLostOrChangedComesBackWithItsRules() throws OnosException {
    RuleKeeper keeper = keeper(RuleCompilers.withDetours(1));
    pass(keeper);
    pass(keeper);
    long before = groups();
    long rules = rulesWithGroups();
    onos.groups(groups -> {
      groups.lose("of:1");
      groups.spoil("of:2");
    });

    assertThat(groups()).isEqualTo(before - 1);
    for (int i = 0; i < 5; i++) {
      pass(keeper);
    }

    assertThat(groups()).isEqualTo(before);
    assertThat(rulesWithGroups()).isEqualTo(rules);
    assertThat(onos.groupsOf("of:2")).allSatisfy(group ->
        assertThat(group.path("buckets").size()).isGreaterThan(1));
  }

  @Test
  void whatIsWantedNoMoreGoesAfterItsRulesAndOthersGroupsStay() throws OnosException {
    onos.groups(groups -> groups.add("of:1", JsonNodeFactory.instance.objectNode().put("appCookie", FOREIGN).put("groupId", 7)));
    RuleKeeper protecting = keeper(RuleCompilers.withDetours(1));
    pass(protecting);
    pass(protecting);
    assertThat(rulesWithGroups()).isPositive();

    RuleKeeper plain = keeper(RuleCompilers.aggregated());
    onos.takeRequests();
    pass(plain);
    assertThat(onos.takeRequests()).noneMatch(request -> request.startsWith("DELETE /groups"));
    now += 10 * SECOND;
    pass(plain);
    pass(plain);

    assertThat(rulesWithGroups()).isZero();
    assertThat(groups()).isOne();
    assertThat(onos.groupsOf("of:1")).singleElement()
        .satisfies(group -> assertThat(group.path("appCookie").asText()).isEqualTo(FOREIGN));
    onos.takeRequests();
    pass(plain);
    pass(plain);
    assertThat(onos.takeRequests().stream().filter(request -> request.contains("/groups"))).as("nothing to look after").isEmpty();
  }

  @Test
  void aSwitchThatTakesNoGroupsHasRulesWithoutThemAndIsSaidToBe() throws OnosException {
    onos.groups(groups -> groups.cannot("of:1"));
    RuleKeeper keeper = keeper(RuleCompilers.withDetours(1));
    RuleKeeper.Outcome outcome = pass(keeper);
    for (int i = 0; i < 25; i++) {
      outcome = pass(keeper);
    }

    assertThat(outcome.usable()).containsOnlyKeys(ALL);
    assertThat(outcome.groups().get(A).problem()).contains("no detour").contains("PENDING_ADD");
    assertThat(onos.flows("terra")).filteredOn(flow -> flow.path("deviceId").asText().equals("of:1"))
        .isNotEmpty().noneMatch(flow -> flow.path("treatment").toString().contains("GROUP"));
    assertThat(rulesWithGroups()).as("those of other switches").isPositive();
  }
}
