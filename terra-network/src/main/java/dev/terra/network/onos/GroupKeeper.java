package dev.terra.network.onos;

import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Hop;
import dev.terra.network.rules.SwitchTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Keeps the groups in ONOS equal to those to which rules should point. A rule points to a group only when ONOS reports that the switch has
 * the group, and has no detour until then, so that no tunnel waits for a group. A group that is not wanted any more is removed when no rule
 * points to it. A group that ONOS refuses, or that is not in its switch in time, is tried again after a while. Failures with groups do not
 * stop the care of rules. It is not thread-safe.
 */
final class GroupKeeper {
  /** The time after which a refused group is tried again. The switch may have been repaired by then. */
  static final long RETRY_NANOS = 60_000_000_000L;
  /** The time after which a group that still waits is made once more. It may have been removed from the switch by hand. */
  private static final long REPEAT_NANOS = 3_000_000_000L;
  /** The most groups that one pass makes. Each takes a request of some milliseconds, and links are checked only between passes. */
  private static final int MOST_MADE = 200;
  private static final long SECOND = 1_000_000_000L;

  private final OnosClient client;
  private final Map<Place, Waiting> waiting = new HashMap<>();
  private final Map<Place, Refusal> refused = new HashMap<>();
  private Set<Place> wanted = Set.of();
  private Look last = new Look(ImmutableMap.of(), ImmutableList.of(), Set.of());
  private InstalledGroups known = InstalledGroups.NONE;
  /** The reason why ONOS could not be reached in this pass; empty if it could. */
  private String trouble = "";
  /** True if no group of Terra's was there when none was wanted, so that ONOS need not be queried again. */
  private boolean none;

  private record Place(SiteId site, Hop hop) {}

  private record Numbered(String device, long id) {}

  private record Refusal(String why, long untilNanos) {}

  /** The time since when a group has been wanted and not in its switch, and the time when it was last made. */
  private record Waiting(long sinceNanos, long madeNanos) {}

  /**
   * The groups that ONOS has.
   *
   * @param found Terra's groups, by what they do
   * @param changed Terra's groups that other programs have changed, so that they do what none of Terra's groups would
   * @param taken the numbers that are taken, by groups of any origin
   */
  private record Look(ImmutableMap<Place, OnosGroup> found, ImmutableList<OnosGroup> changed, Set<Numbered> taken) {}

  GroupKeeper(OnosClient client) {
    this.client = client;
  }

  /** Reads which groups of these tables exist. */
  void look(GroupCodec codec, Map<SiteId, SwitchTable> tables, long nowNanos) {
    wanted = wanted(tables);
    waiting.keySet().retainAll(wanted);
    refused.keySet().retainAll(wanted);
    refused.values().removeIf(refusal -> nowNanos - refusal.untilNanos >= 0);
    trouble = "";
    if (none && wanted.isEmpty()) {
      return;
    }
    try {
      last = look(codec);
      known = known(last);
      none = wanted.isEmpty() && last.found.isEmpty() && last.changed.isEmpty();
    } catch (OnosException e) {
      trouble = Failures.inWords(e);
    }
  }

  private static Set<Place> wanted(Map<SiteId, SwitchTable> tables) {
    Set<Place> wanted = new LinkedHashSet<>();
    new TreeMap<>(tables).forEach((site, table) ->
        table.hops(hop -> true).values().stream().filter(hop -> !hop.isPlain()).forEach(hop -> wanted.add(new Place(site, hop))));
    return wanted;
  }

  private Look look(GroupCodec codec) throws OnosException {
    Map<Place, OnosGroup> found = new LinkedHashMap<>();
    ImmutableList.Builder<OnosGroup> changed = ImmutableList.builder();
    Set<Numbered> taken = new HashSet<>();
    for (OnosGroup group : client.groups()) {
      boolean isOurs = codec.isOurs(group);
      Optional<Place> place = isOurs ? place(codec, group) : Optional.empty();
      if (!isOurs || place.isPresent()) {
        taken.add(new Numbered(group.device(), group.id()));
      }
      if (place.isPresent()) {
        found.put(place.get(), group);
      } else if (isOurs && !group.isLeaving()) {
        changed.add(group);
      }
    }
    return new Look(ImmutableMap.copyOf(found), changed.build(), taken);
  }

  private static Optional<Place> place(GroupCodec codec, OnosGroup group) {
    return group.isLeaving() ? Optional.empty()
        : codec.site(group).flatMap(site -> codec.decode(site, group).map(hop -> new Place(site, hop)));
  }

  private static InstalledGroups known(Look look) {
    Map<SiteId, Map<Long, Hop>> ids = new TreeMap<>();
    look.found.forEach((place, group) -> ids.computeIfAbsent(place.site, site -> new LinkedHashMap<>()).put(group.id(), place.hop));
    ImmutableMap.Builder<SiteId, ImmutableBiMap<Hop, Long>> known = ImmutableMap.builder();
    ids.forEach((site, hops) -> known.put(site, ImmutableBiMap.copyOf(hops).inverse()));
    return new InstalledGroups(known.buildOrThrow());
  }

  /** Returns the groups that exist, including those that are not wanted any more. */
  InstalledGroups known() {
    return known;
  }

  /** Returns whether a rule may use a hop: it has no detours, or its group is in the switch. */
  boolean isAccepted(SiteId site, Hop hop) {
    return hop.isPlain() || isThere(new Place(site, hop));
  }

  private boolean isThere(Place place) {
    OnosGroup found = last.found.get(place);
    return found != null && found.isAdded();
  }

  /** Makes missing groups, and removes groups that are not wanted and to which no rule points, according to the rules that ONOS reports. */
  void tend(GroupCodec codec, Collection<OnosFlow> flows, long nowNanos) {
    if (!trouble.isEmpty() || none) {
      return;
    }
    try {
      sweep(flows);
      int made = 0;
      for (Place place : wanted) {
        made += made < MOST_MADE && becameDue(place, nowNanos) && make(codec, place, nowNanos) ? 1 : 0;
      }
    } catch (OnosException e) {
      trouble = Failures.inWords(e);
    }
  }

  /** Returns whether a group has to be made now. It also notes whether the group is there, or has been missing for too long. */
  private boolean becameDue(Place place, long nowNanos) {
    if (isThere(place)) {
      waiting.remove(place);
      refused.remove(place);
      return false;
    }
    Waiting since = waiting.get(place);
    if (since != null && nowNanos - since.sinceNanos >= AstrayRoutes.PENDING_NANOS) {
      refuse(place, "a group is still missing after " + AstrayRoutes.PENDING_NANOS / SECOND + " s: ONOS reports "
          + (last.found.containsKey(place) ? last.found.get(place).state() : "no such group"), nowNanos);
    }
    return !refused.containsKey(place) && (since == null || nowNanos - since.madeNanos >= REPEAT_NANOS);
  }

  /** Makes a group, and returns whether ONOS has accepted it. */
  private boolean make(GroupCodec codec, Place place, long nowNanos) throws OnosException {
    try {
      Numbered number = new Numbered(codec.device(place.site), codec.id(place.site, place.hop));
      if (!last.found.containsKey(place) && !last.taken.add(number)) {
        refuse(place, "another group has its number", nowNanos);
        return false;
      }
      client.addGroup(number.device, codec.encode(place.site, place.hop));
      waiting.merge(place, new Waiting(nowNanos, nowNanos), (old, now) -> new Waiting(old.sinceNanos, nowNanos));
      return true;
    } catch (IllegalArgumentException e) {
      refuse(place, Failures.inWords(e), nowNanos);
    } catch (OnosException e) {
      if (e.kind() != OnosException.Kind.UNKNOWN && e.kind() != OnosException.Kind.REFUSED) {
        throw e;
      }
      refuse(place, Failures.inWords(e), nowNanos);
    }
    return false;
  }

  private void refuse(Place place, String why, long nowNanos) {
    waiting.remove(place);
    refused.put(place, new Refusal(why, nowNanos + RETRY_NANOS));
  }

  private void sweep(Collection<OnosFlow> flows) throws OnosException {
    Set<Numbered> used = new HashSet<>();
    flows.forEach(flow -> FlowCodec.groups(flow).forEach(id -> used.add(new Numbered(flow.device(), id))));
    for (OnosGroup group : last.changed) {
      client.removeGroup(group);
    }
    for (Map.Entry<Place, OnosGroup> group : last.found.entrySet()) {
      OnosGroup there = group.getValue();
      if (!wanted.contains(group.getKey()) && !used.contains(new Numbered(there.device(), there.id()))) {
        client.removeGroup(there);
      }
    }
  }

  /** Returns the number of groups at each site, and what is wrong with them. */
  ImmutableMap<SiteId, SwitchGroups> figures() {
    Map<SiteId, SwitchGroups> figures = new TreeMap<>();
    last.found.keySet().forEach(place -> figures.merge(place.site, new SwitchGroups(1, ""), SwitchGroups::and));
    wanted.forEach(place -> {
      String why = refused.containsKey(place) ? refused.get(place).why : trouble;
      if (!why.isEmpty()) {
        figures.merge(place.site, new SwitchGroups(0, "some rules have no detour: " + why), SwitchGroups::and);
      }
    });
    return ImmutableMap.copyOf(figures);
  }
}
