package dev.terra.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.workload.QueryResult.Counted;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SparkQueryLogTest {
  private static String job(String group, String stages) {
    return "{\"Event\":\"SparkListenerJobStart\",\"Job ID\":1,\"Stage IDs\":[" + stages + "],\"Properties\":{\"spark.jobGroup.id\":\""
        + group + "\"}}";
  }

  private static String task(int stage, String reason, long remote, long local) {
    return "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":" + stage + ",\"Task End Reason\":{\"Reason\":\"" + reason
        + "\"},\"Task Metrics\":{\"Shuffle Read Metrics\":{\"Remote Bytes Read\":" + remote + ",\"Local Bytes Read\":" + local + "}}}";
  }

  private static String wrote(int stage, long bytes) {
    return "{\"Event\":\"SparkListenerStageCompleted\",\"Stage Info\":{\"Stage ID\":" + stage
        + ",\"Accumulables\":[{\"Name\":\"internal.metrics.shuffle.write.bytesWritten\",\"Value\":" + bytes + "}]}}";
  }

  @Test
  void countsByQuery() throws IOException {
    Map<String, Counted> counted = SparkQueryLog.read(Stream.of(job("q1", "0,1"), task(0, "Success", 0, 0), wrote(0, 50),
        task(1, "Success", 30, 20), task(1, "FetchFailed", 0, 0), wrote(1, 0), job("q2", "2"), task(2, "Success", 7, 0)));
    assertThat(counted).isEqualTo(Map.of("q1", new Counted(1, 50, 30, 1, 1), "q2", new Counted(0, 7, 7, 0, 0)));
  }

  @Test
  void aStageThatALaterQueryReadsAgainIsTheFirstOnes() throws IOException {
    assertThat(SparkQueryLog.read(Stream.of(job("q1", "0"), job("q2", "0,1"), wrote(0, 5), task(1, "Success", 1, 1))))
        .isEqualTo(Map.of("q1", new Counted(1, 0, 0, 0, 0), "q2", new Counted(0, 2, 1, 0, 0)));
  }
}
