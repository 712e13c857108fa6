package dev.terra.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.RandomTopology;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TraceTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  private static Stage stage(String name) {
    return new Stage(name, Map.of(A, 1));
  }

  private static TraceJob job(String id, double arrival) {
    return new TraceJob(id, arrival, List.of(stage("m"), stage("r")), List.of(TraceShuffle.even("m", "r", 100)));
  }

  private static Trace trace(TraceJob... jobs) {
    return new Trace("t", List.of(jobs), List.of("a problem"));
  }

  @Test
  void jobsAreInTheOrderOfTheirArrivals() {
    Trace trace = trace(job("late", 9), job("first", 1), job("also first", 1));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly("first", "also first", "late");
    assertThat(trace.firstArrivalSeconds()).isEqualTo(1);
    assertThat(trace().firstArrivalSeconds()).isZero();
    assertThatThrownBy(() -> trace(job("x", 1), job("x", 2))).hasMessageContaining("x is given twice");
  }

  @Test
  void aTraceMayBeLargerAndFaster() {
    Trace scaled = trace(job("1", 10)).scaled(3, 2);

    assertThat(scaled.jobs().get(0).arrivalSeconds()).isEqualTo(5);
    assertThat(scaled.jobs().get(0).shuffles().get(0).bytes()).isEqualTo(300);
    assertThat(scaled.problems()).containsExactly("a problem");
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> trace(job("1", 0)).scaled(bad, 1)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> trace(job("1", 0)).scaled(1, bad)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void jobsElsewhereAreLeftOutWithAWord() {
    Wan wan = RandomTopology.generate(3, 2, 1);
    SiteId known = wan.sites().get(0).id();
    TraceJob here = new TraceJob("here", 0, List.of(new Stage("m", Map.of(known, 1)), new Stage("r", Map.of(known, 2))),
        List.of(TraceShuffle.even("m", "r", 1)));
    TraceJob byMatrix = new TraceJob("there", 1, here.stages(), List.of(TraceShuffle.of("m", "r", List.of(new SiteBytes(known, A, 1, 1)))));

    Trace kept = trace(here, byMatrix, job("away", 2)).at(wan);

    assertThat(kept.jobs()).containsExactly(here);
    assertThat(kept.problems()).hasSize(3).first().isEqualTo("a problem");
    assertThat(kept.problems().get(1)).contains("there", "unknown site A", known.name());
    assertThatThrownBy(() -> trace(byMatrix).at(wan)).isInstanceOf(ConfigException.class).hasMessageContaining("no job is left");
  }

  @Test
  void aJobIsAGraphWithoutCircles() {
    List<Stage> stages = List.of(stage("a"), stage("b"), stage("c"));
    assertThatThrownBy(() -> new TraceJob("j", 0, stages, List.of(TraceShuffle.even("a", "b", 1), TraceShuffle.even("b", "c", 1),
        TraceShuffle.even("c", "b", 1)))).hasMessageContaining("circle");
    assertThatThrownBy(() -> new TraceJob("j", 0, stages, List.of(TraceShuffle.even("a", "a", 1)))).hasMessageContaining("circle");
    assertThatThrownBy(() -> new TraceJob("j", 0, stages, List.of(TraceShuffle.even("a", "z", 1)))).hasMessageContaining("unknown stage z");
    assertThatThrownBy(() -> new TraceJob("j", 0, List.of(stage("a"), stage("a")), List.of())).hasMessageContaining("a is given twice");
    assertThatThrownBy(() -> new TraceJob("j", -1, stages, List.of())).hasMessageContaining("at least 0 s, got -1");
    assertThatThrownBy(() -> new TraceJob("j", Double.NaN, stages, List.of())).hasMessageContaining("NaN");
    assertThatThrownBy(() -> job("j", 0).stage("z")).hasMessageContaining("j has no stage z");
  }

  @Test
  void shufflesIntoAStageBelongTogether() {
    TraceShuffle ab = TraceShuffle.even("a", "b", 1);
    TraceShuffle ac = TraceShuffle.even("a", "c", 2);
    TraceShuffle bc = TraceShuffle.even("b", "c", 3);
    TraceJob job = new TraceJob("j", 0, List.of(stage("c"), stage("b"), stage("a")), List.of(ab, bc, ac));

    assertThat(job.inputsByStage()).containsExactly(Map.entry("c", List.of(bc, ac)), Map.entry("b", List.of(ab)));
  }

  @Test
  void rangesAreChecked() {
    assertThatThrownBy(() -> new Stage("s", Map.of())).hasMessageContaining("at least one task");
    assertThatThrownBy(() -> new Stage("s", Map.of(A, 0))).hasMessageContaining("at least one task");
    assertThatThrownBy(() -> new Stage("s", Map.of(A, 1), OptionalDouble.of(Double.POSITIVE_INFINITY))).hasMessageContaining("Infinity");
    assertThatThrownBy(() -> new SiteBytes(A, B, -1, 1)).hasMessageContaining("A:B");
    assertThatThrownBy(() -> new SiteBytes(A, B, 1, 0)).hasMessageContaining("1 flow");
    assertThatThrownBy(() -> TraceShuffle.even("a", "b", Double.NaN)).hasMessageContaining("a:b");
  }

  @Property(tries = 100)
  void anEvenShuffleIsSpreadOverPairsOfTasks(@ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 9) Integer> producers,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 9) Integer> consumers,
      @ForAll @DoubleRange(min = 1, max = 1e15) double bytes) {
    Stage source = new Stage("a", tasks(producers));
    Stage destination = new Stage("b", tasks(consumers));

    List<SiteBytes> matrix = TraceShuffle.even("a", "b", bytes).bySites(source, destination);

    assertThat(matrix).hasSize(producers.size() * consumers.size());
    assertThat(matrix.stream().mapToDouble(SiteBytes::bytes).sum()).isCloseTo(bytes, withinPercentage(1e-9));
    assertThat(matrix.stream().mapToLong(SiteBytes::flows).sum()).isEqualTo((long) source.tasks() * destination.tasks());
    assertThat(matrix).allSatisfy(entry ->
        assertThat(entry.bytes() / entry.flows()).isCloseTo(bytes / source.tasks() / destination.tasks(), withinPercentage(1e-9)));
  }

  private static Map<SiteId, Integer> tasks(List<Integer> counts) {
    Map<SiteId, Integer> tasks = new java.util.TreeMap<>();
    for (int site = 0; site < counts.size(); site++) {
      tasks.put(new SiteId("S" + site), counts.get(site));
    }
    return tasks;
  }

  @Property(tries = 50)
  void aScaledMatrixKeepsItsShape(@ForAll @DoubleRange(min = 0.01, max = 1000) double factor) {
    TraceShuffle shuffle = TraceShuffle.of("a", "b", List.of(new SiteBytes(A, B, 30, 3), new SiteBytes(B, A, 10, 1)));
    TraceShuffle scaled = shuffle.times(factor);

    assertThat(scaled.bytes()).isCloseTo(40 * factor, withinPercentage(1e-9));
    assertThat(scaled.matrix()).extracting(SiteBytes::flows).containsExactly(3, 1);
    assertThat(scaled.matrix().get(0).bytes() / scaled.matrix().get(1).bytes()).isCloseTo(3, withinPercentage(1e-9));
  }
}
