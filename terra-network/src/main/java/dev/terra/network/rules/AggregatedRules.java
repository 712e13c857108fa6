package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A compiler that makes as few rules as possible. For each destination, a switch has a function from labels to next sites: that of the
 * routes that cross the switch, and for unused labels the first step of the shortest way to the destination. {@link LabelPrefixes}
 * expresses this function with the fewest rules. If routes from several sites to one destination share a label but not their further way,
 * each of them has rules of its own.
 *
 * <p>A packet that belongs to no route cannot loop: with an unused label, it follows the shortest ways, which are a tree. Once it arrives
 * at a switch on a route with its label, all further switches are on that route too.
 */
final class AggregatedRules implements RuleCompiler {
  /** A decision at one switch for one destination. */
  private record Place(SiteId at, SiteId to) {}

  /** All packets to a destination with one label. */
  private record Stream(SiteId to, int label) {}

  private final Map<Place, Map<Integer, SiteId>> shared = new HashMap<>();
  private final Set<Stream> parting = new HashSet<>();
  private final Map<SiteId, Map<RuleMatch, SiteId>> rules = new TreeMap<>();

  /** Creates a compiler. The state of an instance is for one compilation. */
  AggregatedRules() {}

  @Override
  public Map<SiteId, SwitchTable> compile(Collection<Route> routes) {
    AggregatedRules fresh = new AggregatedRules();
    routes.forEach(route -> Step.forEach(route, fresh::share));
    routes.forEach(route -> Step.forEach(route, fresh::apart));
    Map<SiteId, Map<SiteId, SiteId>> trees = new HashMap<>();
    fresh.shared.forEach((place, byLabel) -> {
      SiteId usual = Objects.requireNonNull(trees.computeIfAbsent(place.to, to -> ShortestSteps.to(to, routes)).get(place.at));
      fresh.prefixes(place, byLabel, usual);
    });
    Map<SiteId, SwitchTable> tables = new TreeMap<>();
    fresh.rules.forEach((site, of) -> tables.put(site, SwitchTable.of(site, of)));
    return tables;
  }

  private void share(Step step) {
    Place place = new Place(step.at(), step.packet().to());
    SiteId before = shared.computeIfAbsent(place, at -> new TreeMap<>()).putIfAbsent(step.packet().label(), step.next());
    if (before != null && !before.equals(step.next())) {
      parting.add(new Stream(step.packet().to(), step.packet().label()));
    }
  }

  private void apart(Step step) {
    TunnelPacket packet = step.packet();
    if (parting.contains(new Stream(packet.to(), packet.label()))) {
      put(step.at(), new RuleMatch(Optional.of(packet.from()), packet.to(), Role.EITHER, packet.label(), TunnelPorts.LABEL_MASK),
          step.next());
    }
  }

  private void prefixes(Place place, Map<Integer, SiteId> byLabel, SiteId usual) {
    SiteId[] next = new SiteId[TunnelPorts.LABELS];
    Arrays.fill(next, usual);
    byLabel.forEach((label, to) -> next[label] = parting.contains(new Stream(place.to, label)) ? usual : to);
    LabelPrefixes.of(next).forEach(prefix ->
        put(place.at, new RuleMatch(Optional.empty(), place.to, Role.EITHER, prefix.value(), prefix.mask()), prefix.next()));
  }

  private void put(SiteId at, RuleMatch match, SiteId next) {
    rules.computeIfAbsent(at, site -> new LinkedHashMap<>()).put(match, next);
  }
}
