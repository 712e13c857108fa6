package dev.terra.network.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests that follow packets from switch to switch through random networks, with the rules of each kind. */
class RoutesPropertyTest {
  private static final int TRIES = 60;

  @Property(tries = 60)
  void everyRouteKeepsToItsPathInBothDirections(@ForAll long seed, @ForAll @IntRange(max = 2) int kind) {
    Collection<Route> routes = RouteLabels.assign(new RandomRoutes(seed).paths(TRIES), List.of()).values();

    assertAllOnPath(routes, compiler(kind).compile(routes));
  }

  @Property(tries = 60)
  void pathsOfAPairHaveLabelsOfTheirOwnAndAPathAndItsReverseShareOne(@ForAll long seed) {
    Map<Path, Route> routes = RouteLabels.assign(new RandomRoutes(seed).paths(TRIES), List.of());

    routes.values().forEach(one -> routes.values().forEach(other -> {
      boolean samePair = Set.of(one.path().from(), one.path().to()).equals(Set.of(other.path().from(), other.path().to()));
      boolean sameWay = one.path().equals(other.path()) || one.path().equals(Route.reversed(other.path()));
      if (samePair) {
        assertThat(one.label() == other.label()).as("%s and %s", one, other).isEqualTo(sameWay);
      }
    }));
  }

  @Property(tries = 60)
  void aggregationNeverNeedsMoreRules(@ForAll long seed) {
    Collection<Route> routes = RouteLabels.assign(new RandomRoutes(seed).paths(TRIES), List.of()).values();
    Map<SiteId, SwitchTable> apart = RuleCompilers.perTunnel().compile(routes);

    RuleCompilers.aggregated().compile(routes).forEach((site, table) ->
        assertThat(table.size()).as("%s", site).isLessThanOrEqualTo(apart.get(site).size()));
  }

  @Property(tries = 60)
  void noPacketWhateverItsLabelGoesRoundInCircles(@ForAll long seed) {
    RandomRoutes network = new RandomRoutes(seed);
    Collection<Route> routes = RouteLabels.assign(network.paths(TRIES), List.of()).values();
    Map<SiteId, SwitchTable> tables = RuleCompilers.aggregated().compile(routes);

    for (SiteId start : network.sites()) {
      for (SiteId to : network.sites()) {
        for (int label = 0; label < TunnelPorts.LABELS; label++) {
          List<SiteId> seen = Walk.from(start, new TunnelPacket(start, to, label, Role.TO_LISTENER), tables);
          assertThat(seen).as("label %s from %s to %s", label, start, to).doesNotHaveDuplicates();
        }
      }
    }
  }

  /** Open connections are on old routes and on routes that stay. New connections begin when all rules are in the switches. */
  @Property(tries = 80)
  void whileRoutesComeAndGoOpenConnectionsKeepToTheirPathsAtEveryMoment(@ForAll long seed, @ForAll @IntRange(max = 2) int kind) {
    RandomRoutes network = new RandomRoutes(seed);
    List<Path> all = new ArrayList<>(network.paths(TRIES));
    List<Path> before = network.some(all);
    List<Path> after = network.some(all);
    Collection<Route> old = RouteLabels.assign(before, List.of()).values();
    Map<Path, Route> both = RouteLabels.assign(union(before, after), old);
    Collection<Route> wanted = both.values().stream().filter(route -> after.contains(route.path())).toList();

    assertThat(both.values()).containsAll(old);
    RuleCompiler compiler = compiler(kind);
    Tables tables = new Tables(compiler.compile(old));
    tables.become(compiler.compile(both.values()), network, () -> assertAllOnPath(old, tables.now()));
    assertAllOnPath(both.values(), tables.now());
    tables.become(compiler.compile(wanted), network, () -> assertAllOnPath(wanted, tables.now()));
    assertThat(tables.now()).isEqualTo(compiler.compile(wanted));
  }

  private static RuleCompiler compiler(int kind) {
    return List.of(RuleCompilers.aggregated(), RuleCompilers.perTunnel(), RuleCompilers.perTunnel(3)).get(kind);
  }

  private static Set<Path> union(List<Path> one, List<Path> other) {
    Set<Path> union = new LinkedHashSet<>(one);
    union.addAll(other);
    return union;
  }

  private static void assertAllOnPath(Collection<Route> routes, Map<SiteId, SwitchTable> tables) {
    routes.forEach(route -> assertThat(Walk.check(route, tables)).as("%s", route).isEmpty());
  }

  /** The rules in the switches, which are changed step by step, with the switches in any order. */
  private static final class Tables {
    private final Map<SiteId, Map<RuleMatch, SiteId>> rules = new HashMap<>();

    Tables(Map<SiteId, SwitchTable> begin) {
      begin.forEach((site, table) -> rules.put(site, new HashMap<>(table.next())));
    }

    Map<SiteId, SwitchTable> now() {
      Map<SiteId, SwitchTable> tables = new HashMap<>();
      rules.forEach((site, of) -> {
        if (!of.isEmpty()) {
          tables.put(site, SwitchTable.of(site, of));
        }
      });
      return tables;
    }

    void become(Map<SiteId, SwitchTable> wanted, RandomRoutes network, Runnable afterEachStep) {
      Map<SiteId, List<TableChange.Step<SiteId>>> steps = new HashMap<>();
      for (SiteId site : network.sites()) {
        Map<RuleMatch, SiteId> to = wanted.containsKey(site) ? wanted.get(site).next() : Map.of();
        steps.put(site, new ArrayList<>(TableChange.between(rules.getOrDefault(site, Map.of()), to)));
      }
      while (steps.values().stream().anyMatch(list -> !list.isEmpty())) {
        List<SiteId> open = network.sites().stream().filter(site -> !steps.get(site).isEmpty()).toList();
        SiteId site = open.get(network.random().nextInt(open.size()));
        apply(site, steps.get(site).remove(0));
        afterEachStep.run();
      }
    }

    private void apply(SiteId site, TableChange.Step<SiteId> step) {
      Map<RuleMatch, SiteId> of = rules.computeIfAbsent(site, key -> new HashMap<>());
      if (step.add()) {
        of.put(step.match(), step.next());
      } else {
        of.remove(step.match());
      }
    }
  }
}
