package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.graph.EndpointPair;
import com.google.common.graph.Graph;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.ImmutableGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the cycles of classes and packages that name each other in their sources, over all modules. */
class CyclesTest {
  /** The most cycles of classes. Pairs and triples that are one thought in several files may stay, within one package. */
  private static final int MOST_CYCLES = 4;
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
  void aConstantThatTheCompilerInlinesIsAUse(@TempDir Path folder) throws IOException {
    Path user = Files.writeString(folder.resolve("User.java"), "package p; class User { int most = Limits.MOST; static class Inner {} }");
    Path limits = Files.writeString(folder.resolve("Limits.java"), "package p; class Limits { static final int MOST = 1; Inner own; }");
    Path inner = Files.writeString(folder.resolve("Inner.java"), "package p; import static p.q.Far.NEAR; class Inner { String s = NEAR; }");
    Path far = Files.writeString(folder.resolve("Far.java"), "package p.q; class Far { static final String NEAR = \"\"; p.User user; }");

    Graph<String> uses = Names.uses(Map.of(user, "p.User", limits, "p.Limits", inner, "p.Inner", far, "p.q.Far"));

    assertThat(uses.edges()).containsExactlyInAnyOrder(EndpointPair.ordered("p.User", "p.Limits"),
        EndpointPair.ordered("p.Limits", "p.Inner"), EndpointPair.ordered("p.Inner", "p.q.Far"), EndpointPair.ordered("p.q.Far", "p.User"));
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
