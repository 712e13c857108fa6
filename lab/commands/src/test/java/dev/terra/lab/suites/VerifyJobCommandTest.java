package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.demo.DemoReport;
import dev.terra.lab.engine.JobCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of when a build must not pass. */
class VerifyJobCommandTest {
  private static List<String> problems(long tunnelBytes, boolean... identical) {
    List<DemoReport.JobTimes> jobs = new ArrayList<>();
    for (boolean each : identical) {
      jobs.add(new DemoReport.JobTimes("job-" + jobs.size(), 1L, 2, 1, each));
    }
    return VerifyJobCommand.problems(new DemoReport("triangle", "mr", jobs, 2, null,
        new DemoReport.Wan(tunnelBytes, 5, 0, List.of(), List.of()), 1.0, 0,
        new DemoReport.Counters(JobCounters.NONE, JobCounters.NONE), null));
  }

  @Test
  void sameResultsAndSomeBytesByTunnelsPass() {
    assertThat(problems(1, true, true)).isEmpty();
  }

  @Test
  void everythingElseFails() {
    assertThat(problems(1, true, false)).containsExactly("job-1's results differ");
    assertThat(problems(0, true, true)).containsExactly("no byte went by a tunnel");
    assertThat(problems(1)).containsExactly("no job ran");
  }
}
