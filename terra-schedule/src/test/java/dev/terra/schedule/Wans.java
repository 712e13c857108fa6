package dev.terra.schedule;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.RandomTopology;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Makes WANs and shuffles for tests. */
public final class Wans {
  /** The names of the WANs in topologies/. */
  public static final List<String> NAMES =
      List.of("triangle", "swan", "google-b4", "google-b4-2018", "abilene", "att", "att-gaiasim", "geant");

  private Wans() {}

  /** Returns a WAN of topologies/ by its name. */
  public static Wan load(String name) {
    return Topologies.load(Path.of("../topologies", name + ".yaml"));
  }

  /**
   * Returns a WAN of three sites, with links of 1 Gbit/s between every pair: 125e6 bytes/s directly, and as much again over the third
   * site.
   */
  public static Wan evenTriangle() {
    return load("triangle").mapLinks(link -> link.withCapacity(Bandwidth.ofMegabitsPerSecond(1_000)));
  }

  /** Returns a random WAN. */
  public static Wan random(int sites, int links) {
    return RandomTopology.generate(sites, links, 1);
  }

  /** Returns a WAN with caps. In either direction, two of three sites have a cap, of 0.1 to 1 of what the site's links carry together. */
  public static Wan capped(Wan wan, long seed) {
    Random random = new Random(seed);
    return new Wan(wan.name(), wan.sites().stream().map(site -> site.withCaps(new SiteCaps(
        cap(wan, new SiteCap(site.id(), SiteCap.Direction.EGRESS), random),
        cap(wan, new SiteCap(site.id(), SiteCap.Direction.INGRESS), random)))).toList(), wan.links());
  }

  private static Optional<Bandwidth> cap(Wan wan, SiteCap cap, Random random) {
    double share = 0.1 + 0.9 * random.nextDouble();
    double links = wan.links().stream().filter(link -> cap.counts(link.id())).mapToDouble(link -> link.capacity().bytesPerSecond()).sum();
    return random.nextInt(3) == 0 ? Optional.empty() : Optional.of(new Bandwidth(share * links));
  }

  /** Returns a WAN with caps for one site. */
  public static Wan withCap(Wan wan, String site, SiteCaps caps) {
    return new Wan(wan.name(), wan.sites().stream().map(each -> each.id().name().equals(site) ? each.withCaps(caps) : each).toList(),
        wan.links());
  }

  /** Returns a shuffle of bundles that are given as triples: from, to, bytes. */
  public static ShuffleDemand shuffle(String id, double arrivalSeconds, Object... triples) {
    return ShuffleDemand.of(new ShuffleId(id), arrivalSeconds, IntStream.range(0, triples.length / 3)
        .mapToObj(i -> new BundleDemand(new SiteId((String) triples[3 * i]), new SiteId((String) triples[3 * i + 1]),
            ((Number) triples[3 * i + 2]).doubleValue()))
        .toList());
  }
}
