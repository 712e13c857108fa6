package dev.terra.lab.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.dashboard.TapResults.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

class TapResultsTest {
  private static final List<String> LINES = """
      TAP version 13
      # loaded in 307 ms, 228932 bytes
      # Subtest: shows the WAN
      ok 1 - shows the WAN
        ---
        duration_ms: 935.2
        ...
      # Subtest: a link - that is cut
      not ok 2 - a link - that is cut
          ok 1 - indented
      ok 3 - left out # SKIP test name does not match pattern
      1..3
      # tests 3
      # pass 1
      # fail 1
      # duration_ms 12.5
      """.lines().toList();

  @Test
  void aTestHoldsIfItWasRunAndPassed() {
    assertThat(TapResults.results(LINES)).containsExactly(
        new Result("shows the WAN", true), new Result("a link - that is cut", false), new Result("left out", false));
  }

  @Test
  void notesAreWhatTheTestsPrinted() {
    assertThat(TapResults.notes(LINES)).containsExactly("loaded in 307 ms, 228932 bytes");
  }
}
