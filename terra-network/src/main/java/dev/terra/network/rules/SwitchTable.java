package dev.terra.network.rules;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * The rules of one site's switch. Immutable.
 *
 * @param site where the switch is
 * @param next by match, the site to which packets go on; the switch's own site: to its host
 */
public record SwitchTable(SiteId site, ImmutableMap<RuleMatch, SiteId> next) {
  /** A table with these rules. */
  public static SwitchTable of(SiteId site, Map<RuleMatch, SiteId> next) {
    return new SwitchTable(site, ImmutableMap.copyOf(next));
  }

  /** Where a packet goes on, as a switch decides: by the most special rule that matches. */
  public Optional<SiteId> lookUp(TunnelPacket packet) {
    return next.entrySet().stream().filter(rule -> rule.getKey().covers(packet))
        .max(Comparator.comparingInt(rule -> rule.getKey().rank())).map(Map.Entry::getValue);
  }

  /** How many rules it has. */
  public int size() {
    return next.size();
  }
}
