package dev.terra.schedule.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.topology.RandomTopology;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class PathSetPropertiesTest {
  private static Wan wan(int sites, long seed) {
    return RandomTopology.generate(sites, Math.min(2 * sites, sites * (sites - 1) / 2), seed);
  }

  @Property(tries = 60)
  void pathsAreDistinctJoinTheirSitesAndAreNoMoreThanAllowed(
      @ForAll @IntRange(min = 3, max = 12) int sites, @ForAll @IntRange(min = 1, max = 12) int most,
      @ForAll @LongRange(max = 1000) long seed) {
    Wan wan = wan(sites, seed);
    PathSets sets = new PathSets(wan, PathRules.atMost(most));
    for (int from = 0; from < sites; from++) {
      for (int to = 0; to < sites; to++) {
        if (from != to) {
          List<Path> paths = sets.between(from, to).asPaths();
          Path direct = Path.of(List.of(wan.sites().get(from).id(), wan.sites().get(to).id()));
          assertThat(paths).isNotEmpty().hasSizeLessThanOrEqualTo(most).doesNotHaveDuplicates()
              .allMatch(path -> path.from().equals(direct.from()) && path.to().equals(direct.to()));
          assertThat(paths.contains(direct)).isEqualTo(wan.link(direct.links().get(0)).isPresent());
        }
      }
    }
  }

  @Property(tries = 60)
  void forbiddenLinksAreOnNoPath(@ForAll @IntRange(min = 4, max = 10) int sites, @ForAll @LongRange(max = 1000) long seed) {
    Wan wan = wan(sites, seed);
    LinkId forbidden = wan.links().get((int) (seed % wan.links().size())).id();
    PathSets sets = new PathSets(wan, new PathRules(10, false, ImmutableSet.of(forbidden), ImmutableSet.of()));
    for (int to = 1; to < sites; to++) {
      assertThat(sets.between(0, to).asPaths()).allMatch(path -> !path.links().contains(forbidden));
    }
  }

  @Property(tries = 60)
  void leadingPathsAreTheFirstThatAreShortEnough(
      @ForAll @IntRange(min = 4, max = 10) int sites, @ForAll @LongRange(max = 1000) long seed, @ForAll @IntRange(max = 3) int extra) {
    PathSet all = new PathSets(wan(sites, seed), PathRules.defaults()).between(0, sites - 1);
    PathSet leading = all.leading(extra);
    int limit = all.links(0).length + extra;

    assertThat(all.asPaths().subList(0, leading.size())).isEqualTo(leading.asPaths());
    assertThat(Arrays.stream(leading.all())).allMatch(links -> links.length <= limit);
    assertThat(leading.size() == all.size() || all.links(leading.size()).length > limit).isTrue();
    assertThat(all.leading(Integer.MAX_VALUE)).isSameAs(all);
  }

  @Property(tries = 60)
  void countsAndTouchedLinksAreThoseOfThePaths(@ForAll @IntRange(min = 3, max = 10) int sites, @ForAll @LongRange(max = 1000) long seed) {
    PathSet set = new PathSets(wan(sites, seed), PathRules.atMost(5)).between(sites - 1, 0);
    int[] used = Arrays.stream(set.all()).flatMapToInt(Arrays::stream).toArray();

    assertThat(set.hops()).isEqualTo(used.length);
    assertThat(set.touchedLinks()).containsExactly(Arrays.stream(used).sorted().distinct().toArray());
  }

  @Property(tries = 60)
  void theFirstOpenPathIsTheFirstWithoutAClosedLink(
      @ForAll @IntRange(min = 4, max = 10) int sites, @ForAll @LongRange(max = 1000) long seed) {
    Wan wan = wan(sites, seed);
    PathSet set = new PathSets(wan, PathRules.defaults()).between(0, sites - 1);
    double[] residual = wan.capacities();
    for (int path = 0; path < set.size(); path++) {
      int closed = path;
      boolean open = Arrays.stream(set.links(closed)).allMatch(link -> residual[link] > 0);
      assertThat(set.firstOpenPath(residual, 0) == closed).isEqualTo(open);
      residual[set.links(closed)[0]] = 0;
    }
    assertThat(set.hasOpenPath(residual)).isFalse();
    assertThat(set.firstOpenPath(residual, 0)).isEqualTo(-1);
  }
}
