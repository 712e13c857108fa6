package dev.terra.lab.fetch;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Two sites with a link between them, and a third one over which bytes go if that link is full or cut.
 *
 * @param over the site in the middle of the shortest way with one site in the middle
 * @param latency of that way
 */
record Detour(SiteId from, SiteId to, SiteId over, Duration latency) {
  /**
   * The shortest one of a WAN for which there is another way with one site in the middle.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Detour of(Wan wan) {
    List<Detour> all = new ArrayList<>();
    for (Link direct : wan.links()) {
      List<Detour> ways = ways(wan, direct.id());
      if (ways.size() > 1) {
        all.add(ways.get(0));
      }
    }
    return all.stream().min(Comparator.comparing(Detour::latency)).orElseThrow(() -> new IllegalArgumentException(
        wan.name() + ": expected two sites with a link and two other ways over one site each"));
  }

  /** The shortest first. */
  private static List<Detour> ways(Wan wan, LinkId direct) {
    List<Detour> ways = new ArrayList<>();
    for (Link first : wan.linksFrom(direct.from())) {
      SiteId middle = first.id().to();
      if (!middle.equals(direct.to())) {
        wan.link(new LinkId(middle, direct.to())).ifPresent(second ->
            ways.add(new Detour(direct.from(), direct.to(), middle, first.latency().plus(second.latency()))));
      }
    }
    ways.sort(Comparator.comparing(Detour::latency));
    return ways;
  }
}
