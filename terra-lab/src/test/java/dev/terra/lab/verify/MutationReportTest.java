package dev.terra.lab.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationReportTest {
  private static final String ROW = "<mutation detected='%s' status='%s' numberOfTestsRun='1'><sourceFile>A.java</sourceFile>"
      + "<mutatedClass>%s</mutatedClass></mutation>%n";

  @TempDir
  private Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("mutations.xml"), content);
  }

  @Test
  void killedAndSurvivingMutantsAreCountedByClass() throws IOException {
    String rows = String.format(ROW, "true", "KILLED", "a.A") + String.format(ROW, "false", "SURVIVED", "a.A")
        + String.format(ROW, "true", "TIMED_OUT", "a.B") + String.format(ROW, "false", "NO_COVERAGE", "a.A");

    MutationReport report = MutationReport.read(file("<?xml version='1.0'?><mutations>" + rows + "</mutations>"));

    assertThat(report.mutants()).isEqualTo(4);
    assertThat(report.killedPercent()).isEqualTo(50);
    assertThat(report.survivors()).containsOnlyKeys("a.A").containsEntry("a.A", 2);
  }

  @Test
  void noMutantsAreNoSuccess() throws IOException {
    assertThat(MutationReport.read(file("<mutations/>")).killedPercent()).isZero();
  }

  @Test
  void halfAReportIsNone() throws IOException {
    Path half = file("<mutations>" + String.format(ROW, "true", "KILLED", "a.A"));

    assertThatThrownBy(() -> MutationReport.read(half)).isInstanceOf(IOException.class).hasMessageContaining("not a whole report");
  }
}
