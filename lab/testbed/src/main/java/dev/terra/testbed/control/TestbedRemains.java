package dev.terra.testbed.control;

import com.google.common.collect.ImmutableList;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The remains of a testbed, whether it is up, crashed or never came up. */
final class TestbedRemains {
  /** The time for a killed process to end, which includes the release of its memory. */
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private TestbedRemains() {}

  /** Returns its state; empty if there is none, or it cannot be read. */
  static Optional<TestbedState> state(StateDirectory directory) {
    try {
      return directory.load();
    } catch (TestbedException e) {
      return Optional.empty();
    }
  }

  /**
   * Removes everything.
   *
   * @return what was removed, in words
   */
  static List<String> destroy(StateDirectory directory, String prefix) {
    ImmutableList.Builder<String> removed = ImmutableList.builder();
    Optional<TestbedState> state = state(directory);
    List<ProcessRecord> alive = state.map(TestbedState::processes).orElse(List.of()).stream()
        .filter(ProcessRecord::isAlive).toList();
    alive.forEach(ProcessRecord::kill);
    List<String> namespaces = Network.namespaces(prefix);
    if (!namespaces.isEmpty()) {
      Network.destroy(namespaces);
      removed.add(namespaces.size() + " network namespaces");
    }
    if (!alive.isEmpty()) {
      Waiting.until(KILL_PATIENCE, () -> alive.stream().noneMatch(ProcessRecord::isAlive));
      removed.add(alive.size() + " processes");
    }
    if (state.isPresent()) {
      removed.add(directory.root().toString());
    }
    directory.delete();
    return removed.build();
  }
}
