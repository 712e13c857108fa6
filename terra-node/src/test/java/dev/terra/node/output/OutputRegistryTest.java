package dev.terra.node.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.output.OutputRegistry.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputRegistryTest {
  private final OutputRegistry registry = new OutputRegistry();

  private static ActiveJob job(int number) {
    return ActiveJob.of("job_1_000" + number, "u").orElseThrow();
  }

  private static MapId output(int dag, int vertex) {
    return MapId.parse("attempt_1_0001_%d_%02d_000000_0_10003".formatted(dag, vertex)).orElseThrow();
  }

  @Test
  void aLaterDagEndsTheEarlierOnes() {
    for (MapId output : List.of(output(1, 0), output(1, 1))) {
      registry.add(job(1), output, index(3));
      assertThat(registry.endEarlierDags(output)).isEmpty();
    }
    registry.add(job(1), output(2, 0), index(3));
    assertThat(registry.endEarlierDags(output(2, 0)))
        .containsExactly("job_1_0001_dag_1_vertex_00_parts_3", "job_1_0001_dag_1_vertex_01_parts_3");
    assertThat(registry.contains(output(1, 0))).isFalse();
    assertThat(registry.isOver(output(1, 5))).isTrue();
    assertThat(registry.add(job(1), output(1, 0), index(3))).isFalse();
    assertThat(registry.end("job_1_0001")).containsExactly("job_1_0001_dag_2_vertex_00_parts_3");
    assertThat(registry.isOver(output(1, 0))).isFalse();
    assertThat(registry.after(0)).isEmpty();
  }

  private static MapId map(int job, int number) {
    return MapId.parse("attempt_1_000" + job + "_m_00000" + number + "_0").orElseThrow();
  }

  private static MapOutputIndex index(int partitions) {
    return new MapOutputIndex(new long[partitions], new long[partitions], new long[partitions]);
  }

  private List<MapId> inOrder() {
    List<MapId> maps = new ArrayList<>();
    long sequence = 0;
    for (Optional<Output> next = registry.after(sequence); next.isPresent(); next = registry.after(sequence)) {
      maps.add(next.get().map());
      sequence = next.get().sequence();
    }
    return maps;
  }

  @Test
  void keepsOutputsInTheOrderOfDiscovery() {
    assertThat(registry.add(job(1), map(1, 5), index(2))).isTrue();
    assertThat(registry.add(job(2), map(2, 0), index(2))).isTrue();
    assertThat(registry.add(job(1), map(1, 0), index(2))).isTrue();
    assertThat(registry.add(job(1), map(1, 0), index(2))).isFalse();
    assertThat(inOrder()).containsExactly(map(1, 5), map(2, 0), map(1, 0));
    assertThat(registry.find(map(2, 0)).map(Output::job)).contains(job(2));
  }

  @Test
  void forgetsAJobAndRemembersThatItEnded() {
    registry.add(job(1), map(1, 0), index(2));
    registry.add(job(2), map(2, 0), index(2));
    registry.setTotalMaps("job_1_0001", 9);
    registry.end("job_1_0001");
    assertThat(inOrder()).containsExactly(map(2, 0));
    assertThat(registry.totalMaps("job_1_0001")).isEmpty();
    assertThat(registry.contains(map(1, 0))).isFalse();
    assertThat(registry.ended()).containsExactly("job_1_0001");
  }

  @Test
  void remembersOnlyTheLastEnds() {
    for (int number = 0; number < OutputRegistry.MAX_ENDED + 10; number++) {
      registry.end("job_1_" + number);
    }
    assertThat(registry.ended()).hasSize(OutputRegistry.MAX_ENDED).endsWith("job_1_" + (OutputRegistry.MAX_ENDED + 9));
  }

  @Test
  void takesNoMoreThanItsBoundAndTakesAgainAfterAnEnd() {
    int half = (int) (OutputRegistry.MAX_PARTITIONS / 2);
    assertThat(registry.add(job(1), map(1, 0), index(half))).isTrue();
    assertThat(registry.add(job(1), map(1, 1), index(half))).isTrue();
    assertThat(registry.add(job(2), map(2, 0), index(1))).isFalse();
    registry.end("job_1_0001");
    assertThat(registry.add(job(2), map(2, 0), index(1))).isTrue();
  }
}
