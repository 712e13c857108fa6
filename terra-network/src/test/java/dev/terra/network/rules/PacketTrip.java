package dev.terra.network.rules;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The route on which switches send one packet while some links have no signal. The packet is marked where it leaves its path. */
final class PacketTrip {
  /** The most sites of a trip. Both before and after the mark, a packet may visit every site once. */
  private static final int LONGEST = 100;

  private final TunnelPacket packet;
  private final Map<SiteId, SwitchTable> tables;
  private final Set<LinkId> down;
  private final List<SiteId> unmarked = new ArrayList<>();
  private final List<SiteId> marked = new ArrayList<>();
  private OptionalInt tree = OptionalInt.empty();
  private Optional<SiteId> cameFrom = Optional.empty();
  private SiteId at;

  private PacketTrip(SiteId start, TunnelPacket packet, Map<SiteId, SwitchTable> tables, Set<LinkId> down) {
    this.at = start;
    this.packet = packet;
    this.tables = tables;
    this.down = down;
  }

  /** Follows a packet from the first site of a path on. */
  static PacketTrip along(Path path, TunnelPacket packet, Map<SiteId, SwitchTable> tables, Set<LinkId> down) {
    PacketTrip trip = new PacketTrip(path.from(), packet, tables, down);
    trip.go();
    return trip;
  }

  private void go() {
    for (int i = 0; i < LONGEST; i++) {
      (tree.isPresent() ? marked : unmarked).add(at);
      Optional<SiteId> next = arrived() ? Optional.empty() : step();
      if (next.isEmpty()) {
        return;
      }
      cameFrom = Optional.of(at);
      at = next.get();
    }
  }

  private Optional<SiteId> step() {
    SwitchTable table = tables.get(at);
    RuleMatch match = tree.isPresent() ? RuleMatch.onDetour(packet.to(), tree.getAsInt())
        : table.winner(packet).orElseThrow(() -> new AssertionError("no rule at " + at + " for " + packet));
    SiteId next = table.next().get(match);
    if (next == null) {
      throw new AssertionError("no rule at " + at + " for " + match);
    }
    return isUp(next) ? Optional.of(next) : table.detours().getOrDefault(match, ImmutableList.of()).stream()
        .filter(detour -> isUp(detour.next())).findFirst().map(this::leave);
  }

  private boolean isUp(SiteId next) {
    return !down.contains(new LinkId(at, next));
  }

  private SiteId leave(Detour detour) {
    if (detour.back() != cameFrom.filter(detour.next()::equals).isPresent()) {
      throw new AssertionError("OpenFlow drops what a rule sends out where it came in, unless it says so: " + detour + " at " + at);
    }
    tree = OptionalInt.of(detour.tree());
    return detour.next();
  }

  boolean arrived() {
    return at.equals(packet.to());
  }

  /** Returns the sites that the packet visits on its path. */
  List<SiteId> unmarked() {
    return unmarked;
  }

  /** Returns the sites that the packet visits after it has left its path. */
  List<SiteId> marked() {
    return marked;
  }

  List<SiteId> sites() {
    List<SiteId> sites = new ArrayList<>(unmarked);
    sites.addAll(marked);
    return sites;
  }
}
