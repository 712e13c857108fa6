package dev.terra.shuffle.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleDescriptor;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleNameTest {
  @ParameterizedTest
  @CsvSource({
      "attempt_17_0001_m_000003_0, 5, job_17_0001",
      "attempt_17_0001_1_00_000003_0_10007, 5, job_17_0001_dag_1_vertex_00_parts_5",
      "attempt_17_0001_12_03_000003_1_10007_2, 1, job_17_0001_dag_12_vertex_03_parts_1"})
  void namesTheEdge(String output, int partitions, String name) {
    ShuffleName shuffle = ShuffleName.of(MapId.parse(output).orElseThrow(), partitions);
    assertThat(shuffle).hasToString(name);
    assertThat(ShuffleName.parse(name)).contains(shuffle);
    assertThat(shuffle.job()).isEqualTo("job_17_0001");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "ar-SA-u-nu-arab", "fa-IR", "mr-IN", "bn-BD", "ne-NP", "my-MM", "tr-TR", "th-TH-u-nu-thai"})
  void isTheSameInEveryLocale(String locale) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(locale));
    try {
      ShuffleName name = new ShuffleName("job_1_2", Optional.of(new ShuffleName.Edge(new MapId.Vertex(7, 3), 12)));
      assertThat(name).hasToString("job_1_2_dag_7_vertex_03_parts_12");
      assertThat(ShuffleName.parse(name.toString())).contains(name);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "job_1", "job_1_2_dag_1", "job_1_2_dag_1_vertex_2", "job_1_2_dag_1_vertex_2_parts_", "../job_1_2",
      "job_1_2_dag_1_vertex_2_parts_9999999999"})
  void knowsWhatIsNoName(String text) {
    assertThat(ShuffleName.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"attempt_1_2_m_3", "attempt_1_2_r_3_0", "attempt_1_2_1_00_3_0", "attempt_1_2_1_00_3_0_10001_2_3",
      "attempt_1_2_1_00_3_0_x", "attempt_1_2_1_00_3_0_10001/..", "attempt_1_2_9999999999_00_3_0_10001"})
  void knowsWhatIsNoOutput(String text) {
    assertThat(MapId.parse(text)).isEmpty();
  }

  @Test
  void saysWhatAgentsNeedNotFindInIt() {
    Owner owner = new Owner("etl", "ann");
    ShuffleDescriptor edge = ShuffleName.parse("job_1_2_dag_3_vertex_00_parts_9").orElseThrow().shuffle().describe(owner);
    assertThat(edge.group()).contains("job_1_2_dag_3");
    assertThat(edge.order()).isEqualTo(ReaderOrder.IN_ORDER);
    assertThat(edge.broadcast()).isFalse();
    assertThat(edge.owner()).isEqualTo(owner);
    assertThat(ShuffleName.parse("job_1_2_dag_3_vertex_00_parts_1").orElseThrow().shuffle().describe(owner).broadcast()).isTrue();
    ShuffleDescriptor mapReduce = ShuffleName.parse("job_1_2").orElseThrow().shuffle().describe(owner);
    assertThat(mapReduce.id()).hasToString("job_1_2");
    assertThat(mapReduce.group()).isEmpty();
    assertThat(mapReduce.order()).isEqualTo(ReaderOrder.IN_TURN);
  }

  @Test
  void onlyAnEdgeWithOnePartitionIsABroadcast() {
    assertThat(ShuffleName.parse("job_1_2_dag_1_vertex_00_parts_1").orElseThrow().shuffle().broadcast()).isTrue();
    assertThat(ShuffleName.parse("job_1_2_dag_1_vertex_00_parts_9").orElseThrow().shuffle().broadcast()).isFalse();
    assertThat(ShuffleName.parse("job_1_2").orElseThrow().shuffle().broadcast()).isFalse();
  }
}
