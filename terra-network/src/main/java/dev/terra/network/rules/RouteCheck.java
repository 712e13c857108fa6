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
 * Tells from what rules have counted whether routes really take their paths. A number of packets was sent on each route, and answered;
 * each rule then has to have counted the sum of those of the routes that it is for. A rule that lacks some does not tell whose: all of
 * its routes are in doubt.
 */
public final class RouteCheck {
  /** Probes may share a packet where a host is busy, and the answer to one is as good as that to all. */
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
   * Why routes are in doubt; those that are not are missing.
   *
   * @param packets how many were sent on each and answered
   * @param before what each site's rules had counted before
   * @param after and have counted now
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
