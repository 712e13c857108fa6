package dev.terra.network.rules;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A compiler whose rules distinguish interactive packets from others. Each rule for both directions of tunnels has a twin, which leads to
 * the same place with the same detours and is only for packets with the mark of the interactive class. A switch whose table would be too
 * large has no twins. Rules for one direction need none: one direction has bulk packets, and the other one interactive ones.
 */
final class QueuedRules implements RuleCompiler {
  private final RuleCompiler compiler;

  QueuedRules(RuleCompiler compiler) {
    this.compiler = compiler;
  }

  @Override
  public Map<SiteId, SwitchTable> compile(Collection<Route> routes) {
    Map<SiteId, SwitchTable> tables = new LinkedHashMap<>(compiler.compile(routes));
    tables.replaceAll((site, table) -> withTwins(table));
    return tables;
  }

  private static SwitchTable withTwins(SwitchTable table) {
    ImmutableMap.Builder<RuleMatch, SiteId> twins = ImmutableMap.<RuleMatch, SiteId>builder().putAll(table.next());
    ImmutableMap.Builder<RuleMatch, ImmutableList<Detour>> detours =
        ImmutableMap.<RuleMatch, ImmutableList<Detour>>builder().putAll(table.detours());
    table.next().forEach((match, next) -> match.twin().ifPresent(twin -> twins.put(twin, next)));
    table.detours().forEach((match, of) -> match.twin().ifPresent(twin -> detours.put(twin, of)));
    SwitchTable all = new SwitchTable(table.site(), twins.buildOrThrow(), detours.buildOrThrow());
    return SwitchTable.hasRoomFor(all.size()) ? all : table;
  }
}
