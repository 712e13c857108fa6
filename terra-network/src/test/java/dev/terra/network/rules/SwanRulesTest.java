package dev.terra.network.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests with all simple paths of SWAN, as in section 2.5.5.2 of the dissertation: a switch needs at most 168 rules. */
class SwanRulesTest {
  private static final String[][] LINKS = {
      {"HK", "LA"}, {"HK", "NY"}, {"LA", "NY"}, {"LA", "FL"}, {"NY", "FL"}, {"NY", "BA"}, {"FL", "BA"}};
  private static final int PATHS = 96;
  private static final int MOST_RULES = 168;
  private static final int MOST_DETOUR_RULES = 6;
  private static final int MOST_GROUPS = 23;

  private final Map<SiteId, Set<SiteId>> neighbours = new TreeMap<>();

  SwanRulesTest() {
    for (String[] link : LINKS) {
      neighbours.computeIfAbsent(new SiteId(link[0]), site -> new TreeSet<>()).add(new SiteId(link[1]));
      neighbours.computeIfAbsent(new SiteId(link[1]), site -> new TreeSet<>()).add(new SiteId(link[0]));
    }
  }

  private void extend(List<SiteId> walk, Set<Path> paths) {
    if (walk.size() > 1) {
      paths.add(Path.of(walk));
    }
    for (SiteId next : neighbours.get(walk.get(walk.size() - 1))) {
      if (!walk.contains(next)) {
        List<SiteId> longer = new ArrayList<>(walk);
        longer.add(next);
        extend(longer, paths);
      }
    }
  }

  private Collection<Route> routes() {
    Set<Path> paths = new LinkedHashSet<>();
    neighbours.keySet().forEach(site -> extend(List.of(site), paths));
    assertThat(paths).hasSize(PATHS);
    return RouteLabels.assign(paths, List.of()).values();
  }

  private static SwitchTable largest(Map<SiteId, SwitchTable> tables) {
    return tables.values().stream().max(Comparator.comparingInt(SwitchTable::size)).orElseThrow();
  }

  @Test
  void aSwitchHasTwoRulesForEachTunnelThatCrossesIt() {
    SwitchTable largest = largest(RuleCompilers.perTunnel().compile(routes()));

    assertThat(largest.site()).isEqualTo(new SiteId("NY"));
    assertThat(largest.size()).isEqualTo(MOST_RULES);
    assertThat(SwitchTable.hasRoomFor(MOST_RULES)).isTrue();
    assertThat(SwitchTable.hasRoomFor(MOST_RULES + 1)).isFalse();
  }

  @Test
  void aggregatedItHasLessThanAThirdOfThem() {
    Collection<Route> routes = routes();
    Map<SiteId, SwitchTable> tables = RuleCompilers.aggregated().compile(routes);

    assertThat(routes).allSatisfy(route -> assertThat(Walk.check(route, tables)).isEmpty());
    assertThat(largest(tables).size()).isLessThan(MOST_RULES / 3);
  }

  @Test
  void queuedItHasATwinForEachRuleThatLeadsToTheSamePlace() {
    Map<SiteId, SwitchTable> plain = RuleCompilers.aggregated().compile(routes());
    Map<SiteId, SwitchTable> queued = RuleCompilers.queued(RuleCompilers.aggregated()).compile(routes());
    assertThat(largest(queued).size()).isEqualTo(2 * largest(plain).size()).isLessThanOrEqualTo(MOST_RULES);
    queued.forEach((site, table) -> table.next().forEach((match, next) -> {
      assertThat(plain.get(site).next()).containsEntry(match.withAnyMark(), next);
      assertThat(match.twin().map(table.next()::get).filter(to -> !to.equals(next))).as("a twin that leads elsewhere").isEmpty();
      assertThat(match.twin().filter(twin -> twin.rank() <= match.rank())).as("a twin that does not count").isEmpty();
    }));
  }

  @Test
  void rulesForOneDirectionNeedNoTwinsAndALargeTableHasNone() {
    assertThat(RuleCompilers.queued(RuleCompilers.perTunnel()).compile(routes())).isEqualTo(RuleCompilers.perTunnel().compile(routes()));
    SiteId at = new SiteId("NY");
    Map<RuleMatch, SiteId> many = new TreeMap<>(Comparator.comparing(RuleMatch::toString));
    for (int label = 0; label < TunnelPorts.LABELS; label++) {
      many.put(new RuleMatch(Optional.of(new SiteId("HK")), at, Role.EITHER, label, TunnelPorts.LABEL_MASK), at);
      many.put(new RuleMatch(Optional.of(new SiteId("LA")), at, Role.EITHER, label, TunnelPorts.LABEL_MASK), at);
    }
    Map<SiteId, SwitchTable> large = Map.of(at, SwitchTable.of(at, many));
    assertThat(RuleCompilers.queued(routes -> large).compile(List.of())).isEqualTo(large);
  }

  @Test
  void withDetoursEveryStepOfEveryTunnelHasOneForSomeRulesMore() {
    Map<SiteId, SwitchTable> tables = RuleCompilers.withDetours(1).compile(routes());

    tables.values().forEach(table -> {
      long steps = table.next().keySet().stream().filter(match -> match.role() != Role.DETOUR && !match.to().equals(table.site())).count();
      assertThat(table.detours()).hasSize((int) steps);
    });
    assertThat(largest(tables).size()).isLessThanOrEqualTo(MOST_RULES + MOST_DETOUR_RULES);
    assertThat(tables.values().stream().mapToInt(table -> groups(table)).max().orElseThrow())
        .as("groups").isLessThanOrEqualTo(MOST_GROUPS);
  }

  @Test
  void forSeveralAgentsASwitchHasHalfOfTheRulesAndTheSameDetours() {
    Collection<Route> routes = routes();
    assertThat(largest(RuleCompilers.perTunnel(3).compile(routes)).size()).isEqualTo(MOST_RULES / 2);
    assertThat(RuleCompilers.perTunnel(16).compile(routes)).isEqualTo(RuleCompilers.perTunnel(2).compile(routes));
    Map<SiteId, SwitchTable> one = RuleCompilers.withDetours(1).compile(routes);
    Map<SiteId, SwitchTable> several = RuleCompilers.withDetours(3).compile(routes);
    assertThat(largest(several).size()).isLessThanOrEqualTo(MOST_RULES / 2 + MOST_DETOUR_RULES);
    routes.forEach(route -> RuleCompiler.Step.forEach(route, step ->
        assertThat(hop(several, step)).as("%s", step).isEqualTo(hop(one, step))));
  }

  private static Hop hop(Map<SiteId, SwitchTable> tables, RuleCompiler.Step step) {
    SwitchTable table = tables.get(step.at());
    return table.hops(hop -> true).get(table.winner(step.packet()).orElseThrow());
  }

  @Test
  void aTwinHasTheDetoursOfItsRule() {
    Map<SiteId, SwitchTable> queued = RuleCompilers.queued(RuleCompilers.withDetours(3)).compile(routes());
    Set<SiteId> without = new TreeSet<>();
    queued.forEach((site, table) -> {
      Map<RuleMatch, Hop> hops = table.hops(hop -> true);
      table.next().keySet().forEach(match -> match.twin().ifPresent(twin -> {
        if (hops.containsKey(twin)) {
          assertThat(hops.get(twin)).as("%s at %s", twin, site).isEqualTo(hops.get(match));
        } else {
          without.add(site);
        }
      }));
    });
    assertThat(without).as("whose twins are too many").containsExactly(new SiteId("NY"));
  }

  private static int groups(SwitchTable table) {
    return (int) table.hops(hop -> true).values().stream().filter(hop -> !hop.isPlain()).distinct().count();
  }
}
