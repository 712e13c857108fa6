package dev.terra.node.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QuietDirectoriesTest {
  private static final String JOB = "job_1_1";
  private static final File OUTPUT = new File("/d1/output");
  private static final long CHANGED = 5_000;
  private static final long LATER = QuietDirectories.SETTLED_NANOS + 1;

  private final QuietDirectories quiet = new QuietDirectories();

  @Test
  void aDirectoryIsLeftAloneOnceAChangeCannotHide() {
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED, 0)).isFalse();
    quiet.looked(JOB, OUTPUT, CHANGED, true, 0);
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED, QuietDirectories.SETTLED_NANOS)).isFalse();
    quiet.looked(JOB, OUTPUT, CHANGED, true, QuietDirectories.SETTLED_NANOS);
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED, LATER)).as("counted from the first look").isTrue();
    assertThat(quiet.isQuiet("job_1_2", OUTPUT, CHANGED, LATER)).isFalse();
  }

  @Test
  void aChangeNeedsALook() {
    quiet.looked(JOB, OUTPUT, CHANGED, true, 0);
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED + 1, LATER)).isFalse();
    quiet.looked(JOB, OUTPUT, CHANGED + 1, true, LATER);
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED + 1, LATER + 1)).isFalse();
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED + 1, 2 * LATER)).isTrue();
  }

  @Test
  void anAttemptWithoutAnIndexYetKeepsItFromBeingQuiet() {
    quiet.looked(JOB, OUTPUT, CHANGED, true, 0);
    quiet.looked(JOB, OUTPUT, CHANGED, false, LATER);
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED, 2 * LATER)).isFalse();
  }

  @Test
  void jobsThatAreOverAreForgotten() {
    quiet.looked(JOB, OUTPUT, CHANGED, true, 0);
    quiet.retainJobs(Set.of());
    assertThat(quiet.isQuiet(JOB, OUTPUT, CHANGED, LATER)).isFalse();
  }
}
