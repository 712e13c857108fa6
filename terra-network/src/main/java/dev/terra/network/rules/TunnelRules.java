package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A rule for each direction of each route. */
final class TunnelRules implements RuleCompiler {
  @Override
  public Map<SiteId, SwitchTable> compile(Collection<Route> routes) {
    Map<SiteId, Map<RuleMatch, SiteId>> rules = new TreeMap<>();
    routes.forEach(route -> Step.forEach(route, step ->
        rules.computeIfAbsent(step.at(), site -> new LinkedHashMap<>()).put(RuleMatch.exactly(step.packet()), step.next())));
    Map<SiteId, SwitchTable> tables = new TreeMap<>();
    rules.forEach((site, of) -> tables.put(site, SwitchTable.of(site, of)));
    return tables;
  }
}
