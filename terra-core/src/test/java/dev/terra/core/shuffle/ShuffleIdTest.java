package dev.terra.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleIdTest {
  @Test
  void anEdgeNamesItsDag() {
    assertThat(new ShuffleId("job_17_0001_dag_2_vertex_03_parts_4").dag()).hasValue("job_17_0001_dag_2");
    assertThat(new ShuffleId("job_17_0001_dag_2_vertex_03_parts_4/reduce").dag()).hasValue("job_17_0001_dag_2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"job_17_0001", "mine", "job_17_0001_dag_2", "a_dag_1_vertex_2", "job_17_0001_dag_x_vertex_1"})
  void othersNameNone(String name) {
    assertThat(new ShuffleId(name).dag()).isEmpty();
  }

  @Test
  void aNameHasOneTo256Characters() {
    assertThatThrownBy(() -> new ShuffleId(" ")).hasMessageContaining("1 to 256");
    assertThatThrownBy(() -> new ShuffleId("x".repeat(257))).hasMessageContaining("1 to 256");
  }
}
