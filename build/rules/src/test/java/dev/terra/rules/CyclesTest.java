package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.graph.GraphBuilder;
import com.google.common.graph.ImmutableGraph;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Classes and packages that need each other, over all modules. */
class CyclesTest {
  /** Pairs and triples that are one thought in several files may stay, in one package and few in all. */
  private static final int MOST_CYCLES = 3;
  private static final int MOST_CLASSES = 3;

  @Test
  void cyclesOfClassesAreThoseOfTheBaseline() {
    List<String> found = Cycles.of(House.get().uses()).stream().map(CyclesTest::line).toList();
    new Baseline("class-cycles.txt").check(found);
  }

  @Test
  void cyclesOfClassesAreFewAndSmallAndInOnePackage() {
    List<NavigableSet<String>> found = Cycles.of(House.get().uses());

    assertThat(found).hasSizeLessThanOrEqualTo(MOST_CYCLES).allSatisfy(cycle -> {
      assertThat(cycle).hasSizeLessThanOrEqualTo(MOST_CLASSES);
      assertThat(cycle.stream().map(House::packageOf).distinct()).hasSize(1);
    });
  }

  @Test
  void packagesHaveNoCycles() {
    assertThat(Cycles.of(House.get().packages())).isEmpty();
  }

  @Test
  void aCycleIsFoundWithAllThatIsInIt() {
    ImmutableGraph<String> graph = GraphBuilder.directed().<String>immutable().putEdge("a", "b").putEdge("b", "c").putEdge("c", "a")
        .putEdge("c", "d").putEdge("e", "f").putEdge("f", "e").build();

    assertThat(Cycles.of(graph)).containsExactly(new TreeSet<>(Set.of("a", "b", "c")), new TreeSet<>(Set.of("e", "f")));
  }

  private static String line(Set<String> cycle) {
    return String.join(" ", cycle).replace("dev.terra.", "");
  }
}
