package dev.terra.schedule.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests of the paths of a pair, against paths found by hand. All links are without latency, so that a hop weighs 1. */
class DiversePathsTest {
  private static final SiteId S = new SiteId("S");
  private static final SiteId T = new SiteId("T");

  private static Wan wan(Object... triples) {
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < triples.length; i += 3) {
      links.add(new Link(LinkId.of((String) triples[i], (String) triples[i + 1]), new Bandwidth(((Number) triples[i + 2]).doubleValue()),
          Duration.ZERO, OptionalDouble.empty()));
    }
    List<Site> sites = links.stream().flatMap(link -> List.of(link.id().from(), link.id().to()).stream()).distinct()
        .map(id -> Site.of(id.name())).toList();
    return new Wan("by hand", sites, links);
  }

  private static List<Path> paths(Wan wan, int most) {
    return new PathSets(wan, PathRules.atMost(most)).paths(S, T);
  }

  /** Returns a WAN with two paths over X, which share the wide link S:X, and two over Y. */
  private static Wan twoWays(double wide) {
    return wan("S", "X", wide, "X", "T", 10, "X", "Z", 10, "Z", "T", 10, "S", "Y", 10, "Y", "T", 10, "Y", "W", 10, "W", "T", 10);
  }

  /**
   * After S:X:T, whose bottleneck is 10, each of its links weighs 1.5 if its capacity is 10, and S:X weighs only 1.05 if its capacity is
   * 100. So the next path is S:Y:T with 2, and then S:X:Z:T with 3.05 comes before S:Y:W:T with 3.5.
   */
  @Test
  void linksThatAPathWouldFillBecomeUnattractiveAndWideOnesStay() {
    assertThat(paths(twoWays(100), 4)).containsExactly(
        Path.of("S", "X", "T"), Path.of("S", "Y", "T"), Path.of("S", "X", "Z", "T"), Path.of("S", "Y", "W", "T"));
  }

  @Test
  void noMorePathsThanAskedFor() {
    for (int most = 1; most <= 4; most++) {
      assertThat(paths(twoWays(10), most)).hasSize(most).doesNotHaveDuplicates();
    }
    assertThat(paths(twoWays(10), 30)).as("there are no more").hasSize(4);
  }

  /** The direct link is the heaviest path, so it would not be among the first paths by its weight. */
  @Test
  void neighboursAlwaysHaveTheirLinkInPlaceOfTheLast() {
    List<Link> links = new ArrayList<>(twoWays(10).links());
    links.add(new Link(LinkId.of("S", "T"), new Bandwidth(1), Duration.ofSeconds(10), OptionalDouble.empty()));
    Wan slowDirect = new Wan("slow direct", twoWays(10).sites(), links);

    assertThat(paths(slowDirect, 2)).hasSize(2).contains(Path.of("S", "T"));
    assertThat(paths(slowDirect, 1)).containsExactly(Path.of("S", "T"));
    PathRules without = new PathRules(2, false, ImmutableSet.of(), ImmutableSet.of(Path.of("S", "T")));
    assertThat(new PathSets(slowDirect, without).paths(S, T)).hasSize(2).doesNotContain(Path.of("S", "T"));
    PathRules noLink = new PathRules(2, false, ImmutableSet.of(LinkId.of("S", "T")), ImmutableSet.of());
    assertThat(new PathSets(slowDirect, noLink).paths(S, T)).hasSize(2).doesNotContain(Path.of("S", "T"));
  }

  @Test
  void aPairThatNothingJoinsHasNone() {
    Wan oneWay = wan("T", "S", 10);
    assertThat(paths(oneWay, 3)).isEmpty();
    assertThat(new PathSets(oneWay, PathRules.defaults()).paths(T, S)).containsExactly(Path.of("T", "S"));
    assertThatThrownBy(() -> paths(wan("S", "Q", 1), 3)).hasMessageContaining("unknown site T");
    assertThatThrownBy(() -> new PathSets(oneWay, new PathRules(1, false, ImmutableSet.of(LinkId.of("S", "T")), ImmutableSet.of())))
        .hasMessageContaining("no link S:T");
  }

  @Test
  void rulesHaveARange() {
    assertThatThrownBy(() -> PathRules.atMost(0)).hasMessageContaining("1 to 64, got 0");
    assertThatThrownBy(() -> PathRules.atMost(65)).hasMessageContaining("1 to 64, got 65");
    assertThat(PathRules.atMost(64).maxPaths()).isEqualTo(64);
    assertThat(PathRules.atMost(1).everyPath()).isFalse();
    assertThat(PathRules.defaults().maxPaths()).isEqualTo(10);
    assertThat(PathRules.unrestricted().everyPath()).isTrue();
  }

  @Test
  void setsAreKeptAndDetoursAreNot() {
    PathSets sets = new PathSets(twoWays(10), PathRules.defaults());
    int from = sets.wan().indexOf(S);
    int to = sets.wan().indexOf(T);
    assertThat(sets.between(from, to)).isSameAs(sets.between(from, to));
    double[] capacity = sets.wan().capacities();
    capacity[sets.wan().indexOf(LinkId.of("S", "X"))] = 0;
    assertThat(sets.detours(from, to, capacity).asPaths()).containsExactlyInAnyOrder(Path.of("S", "Y", "T"), Path.of("S", "Y", "W", "T"));
    assertThat(sets.between(from, to).size()).isEqualTo(4);
    assertThat(sets.rules()).isEqualTo(PathRules.defaults());
  }

  @Test
  void onlyWhereEveryPathIsAllowedOneIsAdded() {
    Wan wan = twoWays(10);
    double[] all = wan.capacities();
    double[] noPrice = new double[all.length];
    PathSets bounded = new PathSets(wan, PathRules.atMost(1));
    PathSet one = bounded.between(wan.indexOf(S), wan.indexOf(T));
    assertThat(bounded.addOpen(one, all)).isFalse();
    assertThat(bounded.addCheapest(one, noPrice, all, 1)).isFalse();

    PathSets sets = new PathSets(wan, new PathRules(1, true, ImmutableSet.of(LinkId.of("Y", "W")), ImmutableSet.of()));
    PathSet growing = sets.between(wan.indexOf(S), wan.indexOf(T));
    assertThat(growing.asPaths()).containsExactly(Path.of("S", "X", "T"));
    assertThat(sets.addOpen(growing, all)).as("it is there already").isFalse();
    double[] closed = all.clone();
    closed[wan.indexOf(LinkId.of("X", "T"))] = 0;
    closed[wan.indexOf(LinkId.of("Y", "T"))] = 0;
    assertThat(sets.addOpen(growing, closed)).isTrue();
    assertThat(growing.asPaths()).containsExactly(Path.of("S", "X", "T"), Path.of("S", "X", "Z", "T"));
    assertThat(growing.hops()).isEqualTo(5);
    assertThat(growing.linksInARow()).hasSize(5).startsWith(growing.links(0)).endsWith(growing.links(1));
    assertThat(growing.starts()).containsExactly(0, 2, 5);
    assertThat(growing).hasToString("[S:X:T, S:X:Z:T]");
    closed[wan.indexOf(LinkId.of("X", "Z"))] = 0;
    assertThat(sets.addOpen(growing, closed)).as("a forbidden link is closed").isFalse();
  }

  @Test
  void theCheapestPathIsAddedIfItIsBelowTheLimit() {
    Wan wan = twoWays(10);
    PathSets sets = new PathSets(wan, new PathRules(1, true, ImmutableSet.of(), ImmutableSet.of(Path.of("S", "Y", "W", "T"))));
    PathSet growing = sets.between(wan.indexOf(S), wan.indexOf(T));
    double[] price = new double[wan.links().size()];
    Arrays.fill(price, 1);
    price[wan.indexOf(LinkId.of("S", "X"))] = 5;

    assertThat(sets.addCheapest(growing, price, wan.capacities(), 2)).as("S:Y:T costs 2").isFalse();
    assertThat(sets.addCheapest(growing, price, wan.capacities(), 2.1)).isTrue();
    assertThat(growing.path(1)).isEqualTo(Path.of("S", "Y", "T"));
    price[wan.indexOf(LinkId.of("Y", "T"))] = 9;
    assertThat(sets.addCheapest(growing, price, wan.capacities(), 100)).as("a forbidden path").isFalse();
    double[] closed = wan.capacities();
    closed[wan.indexOf(LinkId.of("S", "Y"))] = 0;
    closed[wan.indexOf(LinkId.of("X", "T"))] = 0;
    assertThat(sets.addCheapest(growing, price, closed, 100)).isTrue();
    assertThat(growing.path(2)).isEqualTo(Path.of("S", "X", "Z", "T"));
  }
}
