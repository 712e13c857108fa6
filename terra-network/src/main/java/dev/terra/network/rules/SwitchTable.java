package dev.terra.network.rules;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
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
    return winner(packet).map(next::get);
  }

  /** The rule that decides about a packet. */
  Optional<RuleMatch> winner(TunnelPacket packet) {
    return RuleMatch.all(packet).filter(next::containsKey).findFirst();
  }

  /** How many rules it has. */
  public int size() {
    return next.size();
  }
}
