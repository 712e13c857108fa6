package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A compiler that makes a rule for each direction of each route.
 *
 * @param match returns the match of the rule for a packet; if it does not distinguish a route from its reverse, whose packets take the
 *     same way, both have one rule
 */
record TunnelRules(Function<TunnelPacket, RuleMatch> match) implements RuleCompiler {
  /** Returns a compiler whose rules match the ports of one agent, or the labels in the ports of several agents. */
  static TunnelRules of(int agents) {
    return new TunnelRules(agents == 1 ? RuleMatch::exactly : RuleMatch::bothWays);
  }

  @Override
  public Map<SiteId, SwitchTable> compile(Collection<Route> routes) {
    Map<SiteId, Map<RuleMatch, SiteId>> rules = new TreeMap<>();
    routes.forEach(route -> Step.forEach(route, step ->
        rules.computeIfAbsent(step.at(), site -> new LinkedHashMap<>()).put(match.apply(step.packet()), step.next())));
    Map<SiteId, SwitchTable> tables = new TreeMap<>();
    rules.forEach((site, of) -> tables.put(site, SwitchTable.of(site, of)));
    return tables;
  }
}
