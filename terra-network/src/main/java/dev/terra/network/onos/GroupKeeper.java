package dev.terra.network.onos;

import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableMap;
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
 * Makes the groups that ONOS has those that rules should point to. A rule points to a group when ONOS says that its switch has it, and has
 * no detour until then, so that no tunnel waits for a group; what is wanted no more goes when no rule points to it. A group that ONOS
 * refuses, or that is not in its switch in time, is tried again after a while. Not thread-safe.
 */
final class GroupKeeper {
  /** A switch that was asked in vain is asked again after so long: somebody may have mended it. */
  static final long RETRY_NANOS = 60_000_000_000L;
  /** A group that waits for so long is made once more: it may have been taken out of the switch by hand. */
  private static final long REPEAT_NANOS = 3_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final OnosClient client;
  private final Map<Place, Waiting> waiting = new HashMap<>();
  private final Map<Place, Refusal> refused = new HashMap<>();
  private final Map<Place, OnosGroup> found = new LinkedHashMap<>();
  /** The numbers that groups have, whoever made them. */
  private final Set<Numbered> taken = new HashSet<>();
  private final Map<SiteId, ImmutableBiMap<Hop, Long>> known = new TreeMap<>();
  private final Set<Place> accepted = new HashSet<>();
  private Set<Place> wanted = Set.of();
  /** None of ours was there when none was wanted: ONOS need not be asked again. */
  private boolean none;

  private record Place(SiteId site, Hop hop) {}

  private record Numbered(String device, long id) {}

  private record Refusal(String why, long untilNanos) {}

  /** Since when a group is not yet in its switch, and when it was made last. */
  private record Waiting(long sinceNanos, long madeNanos) {}

  GroupKeeper(OnosClient client) {
    this.client = client;
  }

  /** Makes what is missing of these tables' groups. */
  void settle(GroupCodec codec, Map<SiteId, SwitchTable> tables, long nowNanos) throws OnosException {
    wanted = wanted(tables);
    found.clear();
    known.clear();
    accepted.clear();
    if (none && wanted.isEmpty()) {
      return;
    }
    look(codec);
    none = wanted.isEmpty() && found.isEmpty();
    waiting.keySet().retainAll(wanted);
    refused.keySet().retainAll(wanted);
    refused.values().removeIf(refusal -> nowNanos - refusal.untilNanos >= 0);
    if (makeMissing(codec, nowNanos)) {
      look(codec);
    }
    Map<SiteId, Map<Long, Hop>> ids = new TreeMap<>();
    found.forEach((place, group) -> ids.computeIfAbsent(place.site, site -> new LinkedHashMap<>()).put(group.id(), place.hop));
    ids.forEach((site, hops) -> known.put(site, ImmutableBiMap.copyOf(hops).inverse()));
    wanted.stream().filter(this::isThere).forEach(accepted::add);
  }

  private static Set<Place> wanted(Map<SiteId, SwitchTable> tables) {
    Set<Place> wanted = new LinkedHashSet<>();
    new TreeMap<>(tables).forEach((site, table) ->
        table.hops(hop -> true).values().stream().filter(hop -> !hop.isPlain()).forEach(hop -> wanted.add(new Place(site, hop))));
    return wanted;
  }

  /** What is ours and does what none of ours would do goes at once: somebody has changed it. */
  private void look(GroupCodec codec) throws OnosException {
    found.clear();
    taken.clear();
    for (OnosGroup group : client.groups()) {
      if (!codec.isOurs(group)) {
        taken.add(new Numbered(group.device(), group.id()));
      } else if (!group.isLeaving()) {
        lookAtOurs(codec, group);
      }
    }
  }

  private void lookAtOurs(GroupCodec codec, OnosGroup group) throws OnosException {
    Optional<SiteId> site = codec.site(group);
    Optional<Hop> hop = site.flatMap(at -> codec.decode(at, group));
    if (hop.isPresent()) {
      found.put(new Place(site.get(), hop.get()), group);
      taken.add(new Numbered(group.device(), group.id()));
    } else {
      client.removeGroup(group);
    }
  }

  private boolean isThere(Place place) {
    return found.containsKey(place) && found.get(place).isAdded();
  }

  /** Whether any was missing, and ONOS has taken it. */
  private boolean makeMissing(GroupCodec codec, long nowNanos) throws OnosException {
    boolean made = false;
    for (Place place : wanted) {
      if (isThere(place)) {
        waiting.remove(place);
        refused.remove(place);
      } else if (!refused.containsKey(place) && isInTime(place, nowNanos)) {
        Waiting before = waiting.get(place);
        boolean isDue = before == null || nowNanos - before.madeNanos >= REPEAT_NANOS;
        made |= isDue && make(codec, place, nowNanos);
      }
    }
    return made;
  }

  private boolean isInTime(Place place, long nowNanos) {
    boolean inTime = !waiting.containsKey(place) || nowNanos - waiting.get(place).sinceNanos < AstrayRoutes.PENDING_NANOS;
    if (!inTime) {
      refuse(place, "a group is still not there after " + AstrayRoutes.PENDING_NANOS / SECOND + " s: ONOS says "
          + (found.containsKey(place) ? found.get(place).state() : "nothing of it"), nowNanos);
    }
    return inTime;
  }

  private boolean make(GroupCodec codec, Place place, long nowNanos) throws OnosException {
    if (isTaken(codec, place)) {
      refuse(place, "another group has its number", nowNanos);
      return false;
    }
    try {
      client.addGroup(codec.device(place.site), codec.encode(place.site, place.hop));
      waiting.merge(place, new Waiting(nowNanos, nowNanos), (old, now) -> new Waiting(old.sinceNanos, nowNanos));
      taken.add(new Numbered(codec.device(place.site), codec.id(place.site, place.hop)));
      return true;
    } catch (IllegalArgumentException e) {
      refuse(place, e.getMessage(), nowNanos);
    } catch (OnosException e) {
      if (e.kind() != OnosException.Kind.UNKNOWN && e.kind() != OnosException.Kind.REFUSED) {
        throw e;
      }
      refuse(place, e.getMessage(), nowNanos);
    }
    return false;
  }

  /** Numbers are short enough for two groups to get the same. */
  private boolean isTaken(GroupCodec codec, Place place) {
    return taken.contains(new Numbered(codec.device(place.site), codec.id(place.site, place.hop))) && !found.containsKey(place);
  }

  private void refuse(Place place, String why, long nowNanos) {
    waiting.remove(place);
    refused.put(place, new Refusal(why, nowNanos + RETRY_NANOS));
  }

  /** The groups that there are, also those that are wanted no more. */
  InstalledGroups known() {
    return new InstalledGroups(ImmutableMap.copyOf(known));
  }

  /** Whether a rule may do what a hop says. */
  boolean isAccepted(SiteId site, Hop hop) {
    return hop.isPlain() || accepted.contains(new Place(site, hop));
  }

  /** Takes out what is wanted no more and what no rule points to, by what ONOS says of our rules. */
  void sweep(Collection<OnosFlow> flows) throws OnosException {
    Map<String, Set<Long>> used = new HashMap<>();
    flows.forEach(flow -> used.computeIfAbsent(flow.device(), device -> new HashSet<>()).addAll(FlowCodec.groups(flow)));
    for (Map.Entry<Place, OnosGroup> group : found.entrySet()) {
      OnosGroup there = group.getValue();
      if (!wanted.contains(group.getKey()) && !used.getOrDefault(there.device(), Set.of()).contains(there.id())) {
        client.removeGroup(there);
      }
    }
  }

  /** How many there are at each site, and what is wrong. */
  ImmutableMap<SiteId, SwitchGroups> figures() {
    Map<SiteId, SwitchGroups> figures = new TreeMap<>();
    found.keySet().forEach(place -> figures.merge(place.site, new SwitchGroups(1, ""), SwitchGroups::and));
    refused.forEach((place, refusal) ->
        figures.merge(place.site, new SwitchGroups(0, "some rules have no detour: " + refusal.why), SwitchGroups::and));
    return ImmutableMap.copyOf(figures);
  }
}
