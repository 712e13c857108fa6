package dev.terra.controller.core.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests of the tunnels of random networks of 3 to 6 sites, with random rules. */
class PlannedPathsTest {
  private static Wan wan(Random random) {
    List<Site> sites = IntStream.range(0, 3 + random.nextInt(4)).mapToObj(i -> Site.of("s" + i)).toList();
    List<Link> links = new ArrayList<>();
    for (Site from : sites) {
      for (Site to : sites) {
        if (!from.equals(to) && random.nextInt(2) == 0) {
          links.add(new Link(new LinkId(from.id(), to.id()), new Bandwidth(1 + random.nextInt(1000)),
              Duration.ofMillis(1 + random.nextInt(50)), OptionalDouble.empty()));
        }
      }
    }
    return new Wan("random", sites, links);
  }

  private static PathRules rules(Wan wan, Random random) {
    ImmutableSet<LinkId> forbidden = wan.links().stream().map(Link::id).filter(link -> random.nextInt(5) == 0)
        .collect(ImmutableSet.toImmutableSet());
    return new PathRules(1 + random.nextInt(4), false, forbidden, ImmutableSet.of());
  }

  @Property(tries = 100)
  void tunnelsJoinTheirSitesOverAllowedLinksOneHopFirst(@ForAll long seed) {
    Random random = new Random(seed);
    Wan wan = wan(random);
    PathRules rules = rules(wan, random);
    PlannedPaths planned = new PlannedPaths(wan, new PathSets(wan, rules)::paths);
    for (Site from : wan.sites()) {
      int begin = 0;
      for (Site to : wan.sites()) {
        SitePair pair = new SitePair(from.id(), to.id());
        List<Path> tunnels = planned.paths(pair);
        assertThat(tunnels).as("tunnels %s", pair).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(rules.maxPaths());
        assertThat(tunnels).allSatisfy(path -> assertThat(new SitePair(path.from(), path.to())).isEqualTo(pair));
        assertThat(tunnels).allMatch(planned::has);
        assertThat(tunnels).flatMap(Path::links).noneMatch(rules.forbiddenLinks()::contains);
        assertThat(tunnels.stream().map(path -> path.links().size() == 1).toList()).isSortedAccordingTo(Comparator.reverseOrder());
        begin += tunnels.size();
      }
      assertThat(planned.tunnelsFrom(from.id())).isEqualTo(begin);
    }
  }

  private record Walk(int hops, Duration latency, double bottleneck) {}

  /** Adds all loop-free walks from the last of the sites to another site. */
  private static void walks(Wan wan, List<SiteId> sites, SiteId to, Walk so, List<Walk> found) {
    SiteId at = sites.get(sites.size() - 1);
    if (at.equals(to)) {
      found.add(so);
      return;
    }
    for (Link link : wan.linksFrom(at)) {
      if (!sites.contains(link.id().to())) {
        List<SiteId> next = new ArrayList<>(sites);
        next.add(link.id().to());
        walks(wan, next, to, new Walk(so.hops + 1, so.latency.plus(link.latency()),
            Math.min(so.bottleneck, link.capacity().bytesPerSecond())), found);
      }
    }
  }

  /** Returns the walk over links, which are given from the last to the first. */
  private static Walk walk(Wan wan, List<LinkId> links, SiteId from, SiteId to) {
    Walk so = new Walk(0, Duration.ZERO, Double.POSITIVE_INFINITY);
    SiteId next = to;
    for (LinkId id : links) {
      assertThat(id.to()).isEqualTo(next);
      next = id.from();
      Link link = wan.link(id).orElseThrow();
      so = new Walk(so.hops + 1, so.latency.plus(link.latency()), Math.min(so.bottleneck, link.capacity().bytesPerSecond()));
    }
    assertThat(next).isEqualTo(from);
    return so;
  }

  @Property(tries = 100)
  void theStockPathIsAShortestOneAndItsRateTheBottleneck(@ForAll long seed) {
    Wan wan = wan(new Random(seed));
    PlannedPaths planned = new PlannedPaths(wan, (from, to) -> List.of());
    Comparator<Walk> shortest = Comparator.comparingInt(Walk::hops).thenComparing(Walk::latency);
    for (Site from : wan.sites()) {
      for (Site to : wan.sites()) {
        if (!from.equals(to)) {
          List<Walk> walks = new ArrayList<>();
          walks(wan, List.of(from.id()), to.id(), new Walk(0, Duration.ZERO, Double.POSITIVE_INFINITY), walks);
          double rate = planned.stockBytesPerSecond(new SitePair(from.id(), to.id()));
          if (walks.isEmpty()) {
            assertThat(rate).as("nothing joins %s and %s", from, to).isZero();
          } else {
            Walk best = walks.stream().min(shortest).orElseThrow();
            assertThat(walks.stream().filter(walk -> shortest.compare(walk, best) == 0).map(Walk::bottleneck)).contains(rate);
            assertThat(walk(wan, planned.stockLinks(new SitePair(from.id(), to.id())), from.id(), to.id()))
                .isEqualTo(new Walk(best.hops, best.latency, rate));
          }
        }
      }
    }
  }
}
