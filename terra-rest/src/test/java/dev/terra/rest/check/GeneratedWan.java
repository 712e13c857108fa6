package dev.terra.rest.check;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Coordinates;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;

/** Generates WANs of any size: a ring with chords between sites that are near each other on the ring. */
final class GeneratedWan {
  private static final double BYTES_PER_SECOND = 1.25e8;
  private static final int LONGEST_CHORD = 30;

  /** The cap of a site, which is above what its links carry, so that it bounds nothing. */
  private static final Bandwidth CAP = Bandwidth.ofMegabitsPerSecond(8e6);

  private GeneratedWan() {}

  /** Returns a WAN with the given numbers of sites and directed links. It has at least two links for each site. */
  static Wan of(int sites, int links, Random random) {
    List<Site> all = new ArrayList<>();
    for (int i = 0; i < sites; i++) {
      Coordinates place = new Coordinates(-60 + 130 * random.nextDouble(), -180 + 360.0 * i / sites);
      Site site = new Site(new SiteId(String.format(Locale.ROOT, "S%03d", i)), "City " + i, Optional.of(place), 4, List.of());
      all.add(i == 0 ? site.withCaps(new SiteCaps(Optional.of(CAP), Optional.empty())) : site);
    }
    Set<LinkId> ids = new LinkedHashSet<>();
    for (int i = 0; i < sites; i++) {
      join(ids, all, i, (i + 1) % sites);
    }
    while (ids.size() + 1 < links) {
      int from = random.nextInt(sites);
      join(ids, all, from, (from + 2 + random.nextInt(Math.min(LONGEST_CHORD, sites - 3))) % sites);
    }
    return new Wan("generated", all, ids.stream().map(id -> link(id, random)).toList());
  }

  private static void join(Set<LinkId> ids, List<Site> sites, int from, int to) {
    LinkId id = new LinkId(sites.get(from).id(), sites.get(to).id());
    ids.add(id);
    ids.add(id.reversed());
  }

  private static Link link(LinkId id, Random random) {
    return new Link(id, new Bandwidth(BYTES_PER_SECOND * (1 + random.nextInt(10))), Duration.ofMillis(1 + random.nextInt(80)),
        OptionalDouble.empty());
  }
}
