package dev.terra.network.rules;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * A compiler that makes a rule for each direction of each route, with detours round the link to the next site wherever the links that
 * routes use offer another way to the far end. It also makes the rules of the trees that packets on a detour follow.
 */
final class DetouringRules implements RuleCompiler {
  private final TunnelRules tunnels;
  private final Map<SiteId, DetourTrees> trees = new TreeMap<>();
  private final Map<SiteId, Map<RuleMatch, ImmutableList<Detour>>> detours = new HashMap<>();

  /** Creates a compiler that adds detours to these rules. */
  DetouringRules(TunnelRules tunnels) {
    this.tunnels = tunnels;
  }

  /** The step of a packet from a site on its path to the next one. */
  private record Leg(SiteId at, SiteId next, Optional<SiteId> cameFrom, TunnelPacket packet) {
    private static void addAll(List<SiteId> sites, TunnelPacket packet, Collection<Leg> legs) {
      for (int i = 0; i + 1 < sites.size(); i++) {
        legs.add(new Leg(sites.get(i), sites.get(i + 1), i == 0 ? Optional.empty() : Optional.of(sites.get(i - 1)), packet));
      }
    }
  }

  /** A link that packets to a site cross. */
  private record Crossing(SiteId to, SiteId at, SiteId next) {
    private static final Comparator<Crossing> ORDER =
        Comparator.comparing(Crossing::to).thenComparing(Crossing::at).thenComparing(Crossing::next);
  }

  @Override
  public Map<SiteId, SwitchTable> compile(Collection<Route> routes) {
    return new DetouringRules(tunnels).compiled(routes);
  }

  private Map<SiteId, SwitchTable> compiled(Collection<Route> routes) {
    List<Leg> legs = new ArrayList<>();
    routes.forEach(route -> {
      Leg.addAll(route.path().sites(), route.forward(), legs);
      Leg.addAll(Route.reversed(route.path()).sites(), route.backward(), legs);
    });
    plant(legs, ShortestSteps.neighbours(routes));
    legs.forEach(this::detour);
    return tables(tunnels.compile(routes));
  }

  /** Makes the trees. It takes links in a fixed order, so that the same links give the same trees. */
  private void plant(Collection<Leg> legs, Map<SiteId, SortedSet<SiteId>> neighbours) {
    legs.stream().map(leg -> new Crossing(leg.packet.to(), leg.at, leg.next)).distinct().sorted(Crossing.ORDER).forEach(crossing ->
        trees.computeIfAbsent(crossing.to, to -> new DetourTrees(to, neighbours)).cover(crossing.at, crossing.next));
  }

  private void detour(Leg leg) {
    List<Detour> found = Objects.requireNonNull(trees.get(leg.packet.to())).detours(leg.at, leg.next, leg.cameFrom.orElse(null));
    if (!found.isEmpty()) {
      detours.computeIfAbsent(leg.at, site -> new HashMap<>()).put(tunnels.match().apply(leg.packet), ImmutableList.copyOf(found));
    }
  }

  private Map<SiteId, SwitchTable> tables(Map<SiteId, SwitchTable> plain) {
    Map<SiteId, Map<RuleMatch, SiteId>> rules = new TreeMap<>();
    plain.forEach((site, table) -> rules.put(site, new LinkedHashMap<>(table.next())));
    trees.values().forEach(tree -> tree.forEachRule((site, rule) ->
        rules.computeIfAbsent(site, at -> new LinkedHashMap<>()).put(rule.match(), rule.next())));
    Map<SiteId, SwitchTable> tables = new TreeMap<>();
    rules.forEach((site, of) -> tables.put(site,
        new SwitchTable(site, ImmutableMap.copyOf(of), ImmutableMap.copyOf(detours.getOrDefault(site, Map.of())))));
    return tables;
  }
}
