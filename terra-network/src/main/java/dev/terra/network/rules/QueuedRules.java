package dev.terra.network.rules;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rules that tell interactive packets from others: each rule that is for both directions of tunnels has a twin, which leads to the same
 * place and is for packets with the mark of interactive only. A switch whose table would be too large has no twins. Rules for one direction
 * need none: one direction has bulk packets, and the other one interactive ones.
 */
final class QueuedRules implements RuleCompiler {
  /** The most rules of a switch: what rules for each tunnel need in the largest switch of SWAN, which is known to fit. */
  static final int MOST_RULES = 168;

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
    ImmutableMap.Builder<RuleMatch, SiteId> twins = ImmutableMap.builder();
    twins.putAll(table.next());
    table.next().forEach((match, next) -> match.twin().ifPresent(twin -> twins.put(twin, next)));
    SwitchTable all = new SwitchTable(table.site(), twins.buildOrThrow(), table.detours());
    return all.size() <= MOST_RULES ? all : table;
  }
}
