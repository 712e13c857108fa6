package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.demo.DemoReport;
import dev.terra.lab.engine.JobCounters;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineVerdictTest {
  private static DemoReport report(boolean identical, long tunnels, long stockPath, JobCounters terra) {
    return new DemoReport("swan", "mr", List.of(new DemoReport.JobTimes("large", 1L, 2, 1, identical)), 2, null,
        new DemoReport.Wan(tunnels, stockPath, 0, List.of(), List.of()), 1.0, 0,
        new DemoReport.Counters(new JobCounters(0, 1), terra), null);
  }

  @Test
  void passesWhereNobodyCanTell() {
    assertThat(EngineVerdict.of(report(true, 95, 5, new JobCounters(0, 1))).passed()).isTrue();
  }

  @Test
  void namesWhatTellsThemApart() {
    EngineVerdict verdict = EngineVerdict.of(report(false, 94, 6, new JobCounters(1, 2)));
    assertThat(verdict.passed()).isFalse();
    assertThat(verdict.problems()).containsExactly("large's results differ", "tunnels carried only 94.0 % of 100 eligible bytes",
        "1 failed shuffles, stock had 0", "2 extra task attempts, stock had 1");
  }

  @Test
  void nothingEligibleProvesNothing() {
    assertThat(EngineVerdict.of(report(true, 0, 0, JobCounters.NONE)).problems()).containsExactly("nothing was eligible for a tunnel");
  }
}
