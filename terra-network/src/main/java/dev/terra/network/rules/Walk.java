package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Follows packets from switch to switch as their tables say. */
public final class Walk {
  private Walk() {}

  /** Why a route's packets would leave its path in either direction; empty: they keep to it. */
  public static Optional<Astray> check(Route route, Map<SiteId, SwitchTable> tables) {
    return check(route.path().sites(), route.forward(), tables)
        .or(() -> check(Route.reversed(route.path()).sites(), route.backward(), tables));
  }

  /**
   * Where a packet leaves its path.
   *
   * @param at the switch
   * @param next where it sends it; empty: no rule is for it
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

  /** The sites through which a packet goes from a switch on, until it arrives, no rule is for it, or it comes to a site again. */
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
