package dev.terra.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with 12 GB of map output at A and 1 GB at B. Half of the reducers are at B and half at C. Links carry 1 Gbit/s. */
class PlaceCommandTest {
  private MatrixRun run;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    run = new MatrixRun(PlaceCommand::new, folder, """
        name: three
        sites: [{id: A}, {id: B}, {id: C}]
        links:
          - {between: [A, B], capacity: 1 Gbps, latency: 1 ms}
          - {between: [A, C], capacity: 1 Gbps, latency: 1 ms}
          - {between: [C, B], capacity: 1 Gbps, latency: 1 ms}
        """, """
        {"transfers": [{"from": "A", "to": "B", "bytes": "6 GB"}, {"from": "A", "to": "C", "bytes": "6 GB"},
         {"from": "B", "to": "B", "bytes": "500 MB"}, {"from": "B", "to": "C", "bytes": "500 MB"}]}
        """);
  }

  /**
   * With all reducers at A, B's output takes two paths of 125 MB/s, and 4 s. The matrix takes 48 s. With a thirteenth of the reducers at B,
   * A's output would take as long as B's: 4 s * 12 / 13.
   */
  @Test
  void reducersGoWhereTheOutputIs() {
    assertThat(run.of("--reducers", "10")).as(run.err()).isZero();
    assertThat(run.out()).startsWith("reducers at A 10\nshuffle: 4.000 s, limited by ")
        .contains("shuffle as the matrix places them: 48.000 s, limited by A:B, A:C", "no placement takes less than 3.692 s",
            "as Iridium places them: A 9, B 1, shuffle 4.800 s", "as Tetrium places them: A 9, B 1, shuffle 4.800 s");
  }

  @Test
  void slotsSayWhereReducersMayRun() throws IOException {
    assertThat(run.of("--reducers", "10", "--slots", "B=5", "--slots", "C=5", "--task-seconds", "2", "--json")).as(run.err()).isZero();
    JsonNode answer = new ObjectMapper().readTree(run.out());
    assertThat(answer.path("reducers").path("B").asInt() + answer.path("reducers").path("C").asInt()).isEqualTo(10);
    assertThat(answer.path("shuffleSeconds").asDouble()).isCloseTo(48, within(1.0));
    assertThat(answer.path("computeSeconds").asDouble()).isGreaterThanOrEqualTo(2);
    assertThat(answer.path("rivalSeconds").path("Tetrium").asDouble()).isGreaterThanOrEqualTo(answer.path("boundSeconds").asDouble());
    assertThat(answer.path("boundSeconds").asDouble())
        .isLessThanOrEqualTo(answer.path("shuffleSeconds").asDouble() + answer.path("computeSeconds").asDouble());
  }

  @Test
  void whatCannotBeMeantIsSaid() {
    assertThat(run.of("--slots", "X=1")).isEqualTo(2);
    assertThat(run.err()).contains("--slots: expected sites of three, [A, B, C], got X");
    assertThat(run.of("--reducers", "0")).isEqualTo(2);
    assertThat(run.err()).contains("--reducers: expected 1 to 1000000, got 0");
    assertThat(run.of("--slots", "A=0")).isEqualTo(2);
    assertThat(run.err()).contains("--slots: expected a number above 0 for A, got 0");
  }
}
