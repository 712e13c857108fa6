package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.graph.GraphBuilder;
import com.google.common.graph.ImmutableGraph;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Classes and packages that need each other, over all modules. */
class CyclesTest {
  @Test
  void cyclesOfClassesAreThoseOfTheBaseline() {
    List<String> found = Cycles.of(House.get().uses()).stream().map(CyclesTest::line).toList();
    new Baseline("class-cycles.txt").check(found);
  }

  @Test
  void cyclesOfPackagesAreThoseOfTheBaseline() {
    List<String> found = Cycles.of(House.get().packages()).stream().map(CyclesTest::line).toList();
    new Baseline("package-cycles.txt").check(found);
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
