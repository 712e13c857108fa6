package dev.terra.network.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Tests that follow packets through random networks in which links have lost their signal, before any controller has changed the switches.
 */
class DetoursPropertyTest {
  private static final int TRIES = 60;

  @Property(tries = 200)
  void withAllLinksUpEveryRouteKeepsToItsPath(@ForAll long seed, @ForAll boolean shared) {
    Collection<Route> routes = routes(seed);
    Map<SiteId, SwitchTable> tables = RuleCompilers.withDetours(shared ? 3 : 1).compile(routes);

    routes.forEach(route -> assertThat(Walk.check(route, tables)).as("%s", route).isEmpty());
    tables.forEach((site, table) -> assertThat(table.next().keySet()).containsAll(table.detours().keySet()));
  }

  @Property(tries = 100)
  void withOneLinkDownPacketsArriveWheneverThereIsAnotherWay(@ForAll long seed, @ForAll boolean shared) {
    Collection<Route> routes = routes(seed);
    Map<SiteId, SwitchTable> tables = RuleCompilers.withDetours(shared ? 3 : 1).compile(routes);
    Set<LinkId> links = links(routes);

    links.forEach(link -> forEachDirection(routes, (path, packet) -> {
      PacketTrip trip = PacketTrip.along(path, packet, tables, both(link));
      boolean isOnPath = path.links().contains(link);
      assertThat(trip.arrived()).as("%s with %s down: %s", path, link, trip.sites())
          .isEqualTo(!crosses(path, link) || connected(isOnPath ? link.from() : link.to(), path.to(), links, both(link)));
    }));
  }

  @Property(tries = 300)
  void whateverIsDownNoPacketGoesRoundInCircles(@ForAll long seed, @ForAll boolean shared) {
    RandomRoutes network = new RandomRoutes(seed);
    Collection<Route> routes = RouteLabels.assign(network.paths(TRIES), List.of()).values();
    Map<SiteId, SwitchTable> tables = RuleCompilers.withDetours(shared ? 3 : 1).compile(routes);
    Set<LinkId> down = new HashSet<>();
    network.some(links(routes)).forEach(link -> down.addAll(both(link)));

    forEachDirection(routes, (path, packet) -> {
      PacketTrip trip = PacketTrip.along(path, packet, tables, down);
      assertThat(trip.unmarked()).as("%s with %s down", path, down).doesNotHaveDuplicates();
      assertThat(trip.marked()).as("%s with %s down", path, down).doesNotHaveDuplicates();
    });
  }

  private static Collection<Route> routes(long seed) {
    return RouteLabels.assign(new RandomRoutes(seed).paths(TRIES), List.of()).values();
  }

  private static void forEachDirection(Collection<Route> routes, BiConsumer<Path, TunnelPacket> action) {
    routes.forEach(route -> {
      action.accept(route.path(), route.forward());
      action.accept(Route.reversed(route.path()), route.backward());
    });
  }

  private static Set<LinkId> links(Collection<Route> routes) {
    return routes.stream().flatMap(route -> route.path().links().stream()).flatMap(link -> both(link).stream()).collect(Collectors.toSet());
  }

  private static Set<LinkId> both(LinkId link) {
    return Set.of(link, new LinkId(link.to(), link.from()));
  }

  private static boolean crosses(Path path, LinkId link) {
    return both(link).stream().anyMatch(path.links()::contains);
  }

  private static boolean connected(SiteId from, SiteId to, Set<LinkId> links, Set<LinkId> down) {
    Set<SiteId> reached = new HashSet<>(Set.of(from));
    boolean grows = true;
    while (grows) {
      grows = reached.addAll(links.stream().filter(link -> !down.contains(link) && reached.contains(link.from())).map(LinkId::to).toList());
    }
    return reached.contains(to);
  }
}
