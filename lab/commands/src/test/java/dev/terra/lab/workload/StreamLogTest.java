package dev.terra.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StreamLogTest {
  @Test
  void tellsEndsOfQueriesAndNothingElse() {
    assertThat(StreamLog.read(Stream.of("2026-01-01 INFO Client: application_1_1", "query q1 took 3.250 s, 17 rows",
        "query q14a failed: [TABLE_OR_VIEW_NOT_FOUND] no: such", "query q2 took long"))).containsExactly(
        new StreamLog.Line("q1", 3.25, 17, Optional.empty()),
        new StreamLog.Line("q14a", 0, 0, Optional.of("[TABLE_OR_VIEW_NOT_FOUND] no: such")));
  }
}
