package dev.terra.testbed.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.States;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.ProcessRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir
  private Path folder;

  private static TestbedState state() {
    return States.of(LabNetwork.SDWAN);
  }

  @Test
  void stateReadsBackEqual() {
    StateDirectory directory = new StateDirectory(folder.resolve("new"));
    assertThat(directory.load()).isEqualTo(Optional.empty());
    directory.create();
    directory.save(state());
    assertThat(directory.load()).contains(state());
    directory.delete();
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void logsThatAnErrorNamesStayUntilTheNextTestbed() {
    StateDirectory directory = new StateDirectory(folder.resolve("new"));
    directory.create();
    directory.save(state());
    Path log = directory.write("log/controller.log", "why");
    Path container = directory.write("yarn/A-1/log/application_1/stderr", "why");
    Path data = directory.write("yarn/A-1/data/block", "much");
    assertThat(directory.keptLogs()).isEqualTo(directory.root());
    directory.delete();
    assertThat(log).hasContent("why");
    assertThat(container).hasContent("why");
    assertThat(data.getParent()).doesNotExist();
    assertThat(directory.load()).isEmpty();
    directory.removeKeptLogs();
    assertThat(directory.root()).doesNotExist();
  }

  @Test
  void aBlankInItsPathIsRefused() {
    Path blank = folder.resolve("two words");
    assertThatThrownBy(() -> new StateDirectory(blank).create()).isInstanceOf(TestbedException.class)
        .hasMessage("cannot use the state directory '" + blank
            + "': there is a blank in its path; choose another with --state or TERRA_STATE");
    assertThat(blank).doesNotExist();
  }

  @Test
  void whatIsNoStateIsNamed() {
    StateDirectory directory = new StateDirectory(folder);
    directory.write("state.json", "{\"prefix\": 1");
    assertThatThrownBy(directory::load).isInstanceOf(TestbedException.class)
        .hasMessageStartingWith(folder.resolve("state.json") + " cannot be read (");
  }

  @Test
  void oneChangeAtATime() {
    StateDirectory directory = new StateDirectory(folder);
    directory.locked(() -> {
      assertThatThrownBy(() -> directory.locked(() -> 1)).isInstanceOf(TestbedException.class)
          .hasMessage("another command is changing the testbed in " + folder + "; wait for it to end");
      return 1;
    });
    assertThat(directory.<Integer>locked(() -> 2)).isEqualTo(2);
  }

  @Test
  void aRestartedProcessTakesTheOldOnesPlace() {
    ProcessRecord fresh = new ProcessRecord("HK-1", "nodemanager", 7, 8, "/log");
    ProcessRecord other = new ProcessRecord("HK-1", "datanode", 9, 10, "/log");
    assertThat(state().plusProcesses(List.of(fresh, other)).processes()).containsExactly(fresh, other);
  }

  @Test
  void withoutATestbedCommandsSaySo() {
    assertThatThrownBy(() -> Testbed.open(new StateDirectory(folder)))
        .hasMessage("no testbed is up in " + folder + "; start one: testbed up --topology FILE");
  }
}
