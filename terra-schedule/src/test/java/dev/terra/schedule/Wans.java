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

/** WANs and shuffles for tests. */
public final class Wans {
  /** The files of topologies/. */
  public static final List<String> NAMES =
      List.of("triangle", "swan", "google-b4", "google-b4-2018", "abilene", "att", "att-gaiasim", "geant");

  private Wans() {}

  /** A WAN of topologies/ by name. */
  public static Wan load(String name) {
    return Topologies.load(Path.of("../topologies", name + ".yaml"));
  }

  /** Three sites, every pair joined by 1 Gbps: 125e6 B/s direct, as much again by way of the third site. */
  public static Wan evenTriangle() {
    return load("triangle").mapLinks(link -> link.withCapacity(Bandwidth.ofMegabitsPerSecond(1_000)));
  }

  /** A random WAN. */
  public static Wan random(int sites, int links) {
    return RandomTopology.generate(sites, links, 1);
  }

  /** A WAN of which two of three sites have a cap of either direction, 0.1 to 1 of what its links carry together. */
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

  /** A WAN with a cap. */
  public static Wan withCap(Wan wan, String site, SiteCaps caps) {
    return new Wan(wan.name(), wan.sites().stream().map(each -> each.id().name().equals(site) ? each.withCaps(caps) : each).toList(),
        wan.links());
  }

  /** A shuffle from triples: from, to, bytes. */
  public static ShuffleDemand shuffle(String id, double arrivalSeconds, Object... triples) {
    return ShuffleDemand.of(new ShuffleId(id), arrivalSeconds, IntStream.range(0, triples.length / 3)
        .mapToObj(i -> new BundleDemand(new SiteId((String) triples[3 * i]), new SiteId((String) triples[3 * i + 1]),
            ((Number) triples[3 * i + 2]).doubleValue()))
        .toList());
  }
}
