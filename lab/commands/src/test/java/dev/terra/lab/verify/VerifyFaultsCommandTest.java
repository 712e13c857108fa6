package dev.terra.lab.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.faults.Outcome;
import dev.terra.lab.faults.RunReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class VerifyFaultsCommandTest {
  private final StringWriter text = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new VerifyFaultsCommand()).setErr(new PrintWriter(text)).execute(arguments);
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertThat(run("--rows", "cut,earthquake")).isEqualTo(2);
    assertThat(text.toString()).contains("got 'earthquake'").contains("half-open").contains("clock-jump");
    assertThat(run("--sequences", "-1")).isEqualTo(2);
    assertThat(run("--virtual-sequences", "x")).isEqualTo(2);
  }

  @Test
  void theSeedOfASequenceThatFailedIsRead() {
    assertThat(VirtualNetwork.failedSeed("<failure message=\"sequence with -Dterra.seed=-17: not done\">")).contains(-17L);
    assertThat(VirtualNetwork.failedSeed("<testsuite/>")).isEmpty();
  }

  @Test
  void whatWasNotRunDoesNotHoldAndIsCounted() {
    RunReport notRun = RunReport.none("corruption", List.of(), Outcome.NOT_RUN, "netem");
    RunReport lost = RunReport.none("seed-5", List.of("cut A-B"), Outcome.WRONG, "bytes are missing");
    FaultReport report = FaultReport.of("t", 5, List.of(notRun), List.of(lost), null);
    assertThat(report.holds()).isFalse();
    assertThat(report.notRun()).isEqualTo(1);
    report.print(new PrintWriter(text, true));
    assertThat(text.toString()).contains("0 of 1 rows and 0 of 1 sequences hold, 1 rows were not run")
        .contains("--sequences 1 --seed 5");
    assertThat(FaultReport.of("t", 5, List.of(), List.of(), null).holds()).isTrue();
  }
}
