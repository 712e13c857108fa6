package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Follows packets from switch to switch according to the switches' tables. */
public final class Walk {
  private Walk() {}

  /** Returns where a route's packets would leave its path in either direction; empty if they keep to it. */
  public static Optional<Astray> check(Route route, Map<SiteId, SwitchTable> tables) {
    return check(route.path().sites(), route.forward(), tables)
        .or(() -> check(Route.reversed(route.path()).sites(), route.backward(), tables));
  }

  /**
   * The place where a packet leaves its path.
   *
   * @param at the site of the switch
   * @param next the site to which the switch sends the packet; empty if no rule matches it
   */
  public record Astray(SiteId at, Optional<SiteId> next) {}

  private static Optional<Astray> check(List<SiteId> sites, TunnelPacket packet, Map<SiteId, SwitchTable> tables) {
    for (int i = 0; i < sites.size(); i++) {
      SiteId at = sites.get(i);
      SiteId expected = sites.get(Math.min(i + 1, sites.size() - 1));
      Optional<SiteId> next = Optional.ofNullable(tables.get(at)).flatMap(table -> table.lookUp(packet));
      if (!next.equals(Optional.of(expected))) {
        return Optional.of(new Astray(at, next));
      }
    }
    return Optional.empty();
  }

  /** Returns the sites that a packet visits from a switch on, until it arrives, no rule matches it, or it visits a site again. */
  static List<SiteId> from(SiteId start, TunnelPacket packet, Map<SiteId, SwitchTable> tables) {
    List<SiteId> seen = new ArrayList<>(List.of(start));
    while (true) {
      SiteId at = seen.get(seen.size() - 1);
      Optional<SiteId> next = Optional.ofNullable(tables.get(at)).flatMap(table -> table.lookUp(packet));
      if (next.isEmpty() || next.get().equals(at)) {
        return seen;
      }
      seen.add(next.get());
      if (seen.indexOf(next.get()) < seen.size() - 1) {
        return seen;
      }
    }
  }
}
