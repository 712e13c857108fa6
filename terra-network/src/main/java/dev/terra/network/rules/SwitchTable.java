package dev.terra.network.rules;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The rules of one site's switch. Immutable.
 *
 * @param site where the switch is
 * @param next by match, the site to which packets go on; the switch's own site: to its host
 * @param detours by match, for those that have any
 */
public record SwitchTable(SiteId site, ImmutableMap<RuleMatch, SiteId> next, ImmutableMap<RuleMatch, ImmutableList<Detour>> detours) {
  /** The most rules of a switch: what rules for each tunnel need in the largest switch of SWAN, which is known to fit. */
  public static final int MOST_RULES = 168;

  /** Whether a switch has room for so many rules. */
  public static boolean hasRoomFor(int rules) {
    return rules <= MOST_RULES;
  }

  /** A table with these rules, none of which has a detour. */
  public static SwitchTable of(SiteId site, Map<RuleMatch, SiteId> next) {
    return new SwitchTable(site, ImmutableMap.copyOf(next), ImmutableMap.of());
  }

  /** What the switch does with the packets of each rule; a detour that is not accepted is left out, with all others of the rule. */
  public ImmutableMap<RuleMatch, Hop> hops(Predicate<Hop> accepted) {
    ImmutableMap.Builder<RuleMatch, Hop> hops = ImmutableMap.builder();
    next.forEach((match, to) -> {
      Hop hop = new Hop(to, detours.getOrDefault(match, ImmutableList.of()));
      hops.put(match, accepted.test(hop) ? hop : Hop.plain(to));
    });
    return hops.buildOrThrow();
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
