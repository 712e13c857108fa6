package dev.terra.testbed.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.testbed.TestbedException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessRecordTest {
  @Test
  void aRecordStandsForOneProcessOnly() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    ProcessRecord record = ProcessRecord.of("h", "sleep", process, Path.of("/dev/null"));
    try {
      assertThat(record.isAlive()).isTrue();
      assertThat(record.residentBytes()).isPositive();
      ProcessRecord stranger = new ProcessRecord("h", "sleep", record.pid(), record.startTicks() - 1, "/dev/null");
      assertThat(stranger.isAlive()).isFalse();
      stranger.kill();
      assertThat(record.isAlive()).isTrue();
    } finally {
      record.kill();
      process.waitFor();
    }
    assertThat(record.isAlive()).isFalse();
    assertThat(record.residentBytes()).isZero();
  }

  @Test
  void aFailedCommandSaysItsLastLine() {
    assertThatThrownBy(() -> Shell.run(List.of("sh", "-c", "echo first; echo why >&2; exit 3")))
        .isInstanceOf(TestbedException.class).hasMessage("'sh -c echo first; echo why >&2; exit 3' failed: why");
    assertThatThrownBy(() -> Shell.run(List.of("no-such-program-here"))).hasMessageStartingWith("cannot run no-such-program-here");
    assertThat(Shell.run(List.of("echo", "yes"))).isEqualTo("yes\n");
    assertThat(Shell.has("sh")).isTrue();
    assertThat(Shell.has("no-such-program-here")).isFalse();
  }
}
