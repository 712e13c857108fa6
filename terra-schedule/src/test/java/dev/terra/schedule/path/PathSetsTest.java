package dev.terra.schedule.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Wans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathSetsTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  private final Wan triangle = Wans.load("triangle");

  @ParameterizedTest
  @ValueSource(strings = {"swan", "att", "geant"})
  void everyPairHasDistinctPathsAndNeighboursTheirLink(String name) {
    Wan wan = Wans.load(name);
    for (int k : new int[] {1, 3, 10}) {
      PathSets sets = new PathSets(wan, PathRules.atMost(k));
      for (Site from : wan.sites()) {
        for (Site to : wan.sites()) {
          if (!from.equals(to)) {
            assertThat(sets.paths(from.id(), to.id())).isNotEmpty().hasSizeLessThanOrEqualTo(k).doesNotHaveDuplicates()
                .allMatch(path -> path.from().equals(from.id()) && path.to().equals(to.id()));
            if (wan.link(new LinkId(from.id(), to.id())).isPresent()) {
              assertThat(sets.paths(from.id(), to.id())).anyMatch(path -> path.sites().size() == 2);
            }
          }
        }
      }
    }
  }

  @Test
  void forbiddenLinksAndPathsAreNotUsed() {
    PathSets noLink = new PathSets(triangle,
        new PathRules(10, false, ImmutableSet.of(LinkId.of("A", "B")), ImmutableSet.of()));
    assertThat(noLink.paths(A, B)).containsExactly(Path.of("A", "C", "B"));
    assertThat(noLink.paths(B, A)).hasSize(2);

    PathSets noPath = new PathSets(triangle,
        new PathRules(10, false, ImmutableSet.of(), ImmutableSet.of(Path.of("A", "C", "B"))));
    assertThat(noPath.paths(A, B)).containsExactly(Path.of("A", "B"));
  }

  @Test
  void detoursAvoidLinksThatAreDown() {
    double[] capacity = triangle.capacities();
    capacity[triangle.indexOf(LinkId.of("A", "B"))] = 0;
    PathSets sets = new PathSets(triangle, PathRules.atMost(1));

    assertThat(sets.paths(A, B)).containsExactly(Path.of("A", "B"));
    assertThat(sets.detours(triangle.indexOf(A), triangle.indexOf(B), capacity).asPaths())
        .containsExactly(Path.of("A", "C", "B"));
  }
}
