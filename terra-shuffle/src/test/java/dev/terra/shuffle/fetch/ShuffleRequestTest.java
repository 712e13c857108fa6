package dev.terra.shuffle.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.output.MapId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleRequestTest {
  private static final String MAP = "attempt_1_0001_m_000000_0";
  private static final String OTHER = "attempt_1_0001_m_000001_1";

  @Test
  void readsWhatReducersSend() {
    ShuffleRequest request =
        ShuffleRequest.parse("/mapOutput?job=job_1_0001&reduce=3&map=" + MAP + "," + OTHER + "&keepAlive=true").orElseThrow();
    assertThat(request.job()).isEqualTo("job_1_0001");
    assertThat(request.reduce()).isEqualTo(3);
    assertThat(request.maps()).extracting(MapId::value).containsExactly(MAP, OTHER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/mapOutput", "/mapOutput?", "/other?job=job_1_0001&reduce=3&map=attempt_1_0001_m_000000_0",
      "/mapOutput?job=job_1_0001&reduce=-1&map=attempt_1_0001_m_000000_0",
      "/mapOutput?job=job_1_0001&reduce=9999999999&map=attempt_1_0001_m_000000_0",
      "/mapOutput?job=job_1_0001&reduce=0-3&map=attempt_1_0001_m_000000_0",
      "/mapOutput?job=job_1_0002&reduce=3&map=attempt_1_0001_m_000000_0",
      "/mapOutput?job=../x&reduce=3&map=attempt_1_0001_m_000000_0", "/mapOutput?job=job_1_0001&reduce=3&map=",
      "/mapOutput?job=job_1_0001&reduce=3&map=attempt_1_0001_m_000000_0,../x",
      "/mapOutput?job=job_1_0001&reduce=3&map=attempt_1_0001_r_000000_0", "/mapOutput?job=job_1_0001&reduce=3&map=%",
      "/mapOutput?job=job_1_0001&dag=1&reduce=0-2&map=attempt_1_0001_1_00_000000_0_10003",
      "/mapOutput?job=job_1_0001&dag=1&reduce=3&map=attempt_1_0001_1_00_000000_0_10003,attempt_1_0001_1_01_000000_0_10003",
      "/mapOutput?job=job_1_0001&dag=1&reduce=3&map=attempt_1_0001_1_00_000000_0_10003,attempt_1_0001_m_000000_0"})
  void leavesTheRestToHadoop(String uri) {
    assertThat(ShuffleRequest.parse(uri)).isEmpty();
  }

  @Test
  void readsWhatTasksOfADagSend() {
    ShuffleRequest request = ShuffleRequest.parse("/mapOutput?job=job_1_0001&dag=1&reduce=3&map="
        + "attempt_1_0001_1_00_000000_0_10003,attempt_1_0001_1_00_000001_0_10010&keepAlive=true").orElseThrow();
    assertThat(request.isDag()).isTrue();
    assertThat(request.shuffle(4)).hasToString("job_1_0001_dag_1_vertex_00_parts_4");
    assertThat(request.maps()).hasSize(2);
  }
}
