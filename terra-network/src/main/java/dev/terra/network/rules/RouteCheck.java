package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks by the counters of rules whether packets really take the paths of their routes. A number of packets was sent on each route and
 * answered. Each rule must then have counted the packets of all routes that it is for. If a rule lacks packets, its counter does not show
 * of which route, so that all its routes are in doubt.
 */
public final class RouteCheck {
  /**
   * The part of the expected packets that a rule has to count. Probes may share a packet if a host is busy, and an answer to one probe
   * confirms all.
   */
  private static final double SHARE = 0.5;

  private record Counter(SiteId site, RuleMatch match) {}

  private final Map<SiteId, SwitchTable> tables = new HashMap<>();
  private final Map<Counter, Long> counted = new HashMap<>();
  private final Map<Counter, Long> expected = new HashMap<>();

  private RouteCheck(Map<SiteId, Map<RuleMatch, Long>> before, Map<SiteId, Map<RuleMatch, Long>> after) {
    after.forEach((site, rules) -> {
      Map<RuleMatch, SiteId> next = new HashMap<>();
      rules.forEach((match, packets) -> {
        next.put(match, site);
        counted.put(new Counter(site, match), packets - before.getOrDefault(site, Map.of()).getOrDefault(match, 0L));
      });
      tables.put(site, SwitchTable.of(site, next));
    });
  }

  /**
   * Returns the routes that are in doubt, with the reasons.
   *
   * @param packets the number of packets that were sent on each route and answered
   * @param before the packets that each site's rules had counted before
   * @param after the packets that each site's rules have counted since their beginning, after the packets were sent
   */
  public static Map<Route, String> inDoubt(Collection<Route> routes, int packets, Map<SiteId, Map<RuleMatch, Long>> before,
      Map<SiteId, Map<RuleMatch, Long>> after) {
    RouteCheck check = new RouteCheck(before, after);
    routes.forEach(route -> RuleCompiler.Step.forEach(route, step ->
        check.winner(step).ifPresent(match -> check.expected.merge(new Counter(step.at(), match), (long) packets, Long::sum))));
    Map<Route, String> doubts = new LinkedHashMap<>();
    routes.forEach(route -> check.doubt(route).ifPresent(why -> doubts.put(route, why)));
    return doubts;
  }

  private Optional<RuleMatch> winner(RuleCompiler.Step step) {
    return Optional.ofNullable(tables.get(step.at())).flatMap(table -> table.winner(step.packet()));
  }

  private Optional<String> doubt(Route route) {
    Set<String> doubts = new HashSet<>();
    RuleCompiler.Step.forEach(route, step -> {
      Optional<RuleMatch> match = winner(step);
      if (match.isPresent()) {
        Counter counter = new Counter(step.at(), match.get());
        long count = counted.getOrDefault(counter, 0L);
        long wanted = expected.getOrDefault(counter, 0L);
        if (count < SHARE * wanted) {
          doubts.add("at " + step.at() + " " + count + " of " + wanted + " probes were counted");
        }
      } else if (!step.next().equals(step.at())) {
        doubts.add("no rule at " + step.at());
      }
    });
    return doubts.stream().sorted().findFirst();
  }
}
