package dev.terra.network.rules;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The rules of one site's switch. It is immutable.
 *
 * @param site the site of the switch
 * @param next the site to which packets are sent, by match; the switch's own site stands for its host
 * @param detours the detours of rules that have any, by match
 */
public record SwitchTable(SiteId site, ImmutableMap<RuleMatch, SiteId> next, ImmutableMap<RuleMatch, ImmutableList<Detour>> detours) {
  /** The most rules of a switch. It is the number that rules for each tunnel need in the largest switch of SWAN, which is known to fit. */
  public static final int MOST_RULES = 168;

  /** Returns whether a switch has room for a number of rules. */
  public static boolean hasRoomFor(int rules) {
    return rules <= MOST_RULES;
  }

  /** Returns a table with these rules, none of which has a detour. */
  public static SwitchTable of(SiteId site, Map<RuleMatch, SiteId> next) {
    return new SwitchTable(site, ImmutableMap.copyOf(next), ImmutableMap.of());
  }

  /** Returns what the switch does with the packets of each rule. If a hop is not accepted, all its detours are left out. */
  public ImmutableMap<RuleMatch, Hop> hops(Predicate<Hop> accepted) {
    ImmutableMap.Builder<RuleMatch, Hop> hops = ImmutableMap.builder();
    next.forEach((match, to) -> {
      Hop hop = new Hop(to, detours.getOrDefault(match, ImmutableList.of()));
      hops.put(match, accepted.test(hop) ? hop : Hop.plain(to));
    });
    return hops.buildOrThrow();
  }

  /** Returns the site to which the switch sends a packet, by the most specific rule that matches; empty if no rule matches. */
  public Optional<SiteId> lookUp(TunnelPacket packet) {
    return winner(packet).map(next::get);
  }

  /** Returns the match of the rule that decides about a packet. */
  Optional<RuleMatch> winner(TunnelPacket packet) {
    return RuleMatch.all(packet).filter(next::containsKey).findFirst();
  }

  /** Returns the number of rules. */
  public int size() {
    return next.size();
  }
}
