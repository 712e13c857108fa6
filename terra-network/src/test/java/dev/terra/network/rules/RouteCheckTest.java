package dev.terra.network.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests with the counters of switches through which packets were sent, route by route. */
class RouteCheckTest {
  private static final int PACKETS = 20;

  private static Map<SiteId, Map<RuleMatch, Long>> zero(Map<SiteId, SwitchTable> tables) {
    Map<SiteId, Map<RuleMatch, Long>> counters = new HashMap<>();
    tables.forEach((site, table) -> {
      Map<RuleMatch, Long> of = new HashMap<>();
      table.next().keySet().forEach(match -> of.put(match, 7L));
      counters.put(site, of);
    });
    return counters;
  }

  /** Adds what rules count when packets of a route pass through some sites. */
  private static void send(Route route, List<SiteId> through, Map<SiteId, SwitchTable> tables, Map<SiteId, Map<RuleMatch, Long>> counters) {
    for (TunnelPacket packet : List.of(route.forward(), route.backward())) {
      through.forEach(site -> tables.get(site).winner(packet)
          .ifPresent(match -> counters.get(site).merge(match, (long) PACKETS, Long::sum)));
    }
  }

  @Property(tries = 100)
  void routesThatKeepToTheirPathsAreNotDoubtedAndTheOneThatDoesNotIs(@ForAll long seed, @ForAll boolean aggregated) {
    RandomRoutes network = new RandomRoutes(seed);
    Collection<Route> routes = RouteLabels.assign(network.paths(30), List.of()).values();
    Map<SiteId, SwitchTable> tables = (aggregated ? RuleCompilers.aggregated() : RuleCompilers.perTunnel()).compile(routes);
    List<Route> longer = routes.stream().filter(route -> route.path().sites().size() > 2).toList();
    Assume.that(!longer.isEmpty());
    Route astray = longer.get(network.random().nextInt(longer.size()));
    Map<SiteId, Map<RuleMatch, Long>> before = zero(tables);
    Map<SiteId, Map<RuleMatch, Long>> after = zero(tables);
    routes.forEach(route -> send(route, route.path().sites(), tables, after));

    assertThat(RouteCheck.inDoubt(routes, PACKETS, before, after)).isEmpty();
    Map<SiteId, Map<RuleMatch, Long>> without = zero(tables);
    routes.stream().filter(route -> aggregated == route.equals(astray))
        .forEach(route -> send(route, aggregated ? List.of(astray.path().from()) : route.path().sites(), tables, without));
    assertThat(RouteCheck.inDoubt(routes, PACKETS, before, without)).containsKey(astray);
    if (!aggregated) {
      assertThat(RouteCheck.inDoubt(routes, PACKETS, before, without)).containsOnlyKeys(astray);
    }
  }
}
