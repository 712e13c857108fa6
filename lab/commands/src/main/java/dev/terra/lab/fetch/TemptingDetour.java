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
 * Two sites with a link between them, and a third site over which bytes go if that link is full or cut.
 *
 * @param over the site in the middle of the shortest way with one site in the middle
 * @param latency of that way
 */
record TemptingDetour(SiteId from, SiteId to, SiteId over, Duration latency) {
  /**
   * Returns the shortest detour of a WAN for which there is another way with one site in the middle.
   *
   * @throws IllegalArgumentException if there is none
   */
  static TemptingDetour of(Wan wan) {
    List<TemptingDetour> all = new ArrayList<>();
    for (Link direct : wan.links()) {
      List<TemptingDetour> ways = ways(wan, direct.id());
      if (ways.size() > 1) {
        all.add(ways.get(0));
      }
    }
    return all.stream().min(Comparator.comparing(TemptingDetour::latency)).orElseThrow(() -> new IllegalArgumentException(
        wan.name() + ": expected two sites with a link and two other ways over one site each"));
  }

  /** Returns the ways with one site in the middle, the shortest first. */
  private static List<TemptingDetour> ways(Wan wan, LinkId direct) {
    List<TemptingDetour> ways = new ArrayList<>();
    for (Link first : wan.linksFrom(direct.from())) {
      SiteId middle = first.id().to();
      if (!middle.equals(direct.to())) {
        wan.link(new LinkId(middle, direct.to())).ifPresent(second ->
            ways.add(new TemptingDetour(direct.from(), direct.to(), middle, first.latency().plus(second.latency()))));
      }
    }
    ways.sort(Comparator.comparing(TemptingDetour::latency));
    return ways;
  }
}
