package dev.terra.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.workload.QueryResult.Counted;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HiveQueryLogTest {
  @Test
  void countsWholeDagsByQuery() {
    assertThat(HiveQueryLog.read(Stream.of(
        "INFO  : SHUFFLE_BYTES: 99",
        "query q1 begins",
        "INFO  : Reducer 2 ......   container     SUCCEEDED",
        "INFO  : Reducer 2 ......   container     SUCCEEDED",
        "INFO  : Reducer 3 ......   container     SUCCEEDED",
        "INFO  : org.apache.tez.common.counters.DAGCounter:",
        "INFO  :    NUM_KILLED_TASKS: 1",
        "INFO  : org.apache.tez.common.counters.TaskCounter:",
        "INFO  :    SHUFFLE_BYTES: 500",
        "INFO  :    SHUFFLE_BYTES_DISK_DIRECT: 120",
        "INFO  :    NUM_FAILED_SHUFFLE_INPUTS: 2",
        "INFO  : TaskCounter_Map_1_OUTPUT_Reducer_2:",
        "INFO  :    SHUFFLE_BYTES: 500",
        "query q1 took 1.000 s, 1 rows",
        "query q2 begins",
        "INFO  :    SHUFFLE_BYTES: 7",
        "INFO  : org.apache.tez.common.counters.DAGCounter:",
        "INFO  :    SHUFFLE_BYTES: 30"))).isEqualTo(Map.of("q1", new Counted(2, 500, 380, 2, 1), "q2", new Counted(0, 30, 30, 0, 0)));
  }
}
