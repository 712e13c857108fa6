package dev.terra.testbed.control;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Access to the recorded state of a testbed that is up, to its changes, and to what it describes. */
final class TestbedAccess {
  private final StateDirectory directory;
  private final AddressPlan addresses;

  TestbedAccess(StateDirectory directory, AddressPlan addresses) {
    this.directory = directory;
    this.addresses = addresses;
  }

  StateDirectory directory() {
    return directory;
  }

  AddressPlan addresses() {
    return addresses;
  }

  TestbedState state() {
    return directory.load().orElseThrow(() -> new TestbedException("the testbed in " + directory.root() + " is gone"));
  }

  synchronized void change(UnaryOperator<TestbedState> operator) {
    directory.save(operator.apply(state()));
  }

  /** Records a process that was started. */
  void record(ProcessRecord process) {
    change(state -> state.plusProcesses(List.of(process)));
  }

  /** Runs an action while no other process may change the testbed. */
  void locked(Runnable action) {
    directory.locked(() -> {
      action.run();
      return null;
    });
  }

  Network network() {
    TestbedState state = state();
    return new Network(directory, addresses, state.prefix(), state.netem(), state.network());
  }

  Cluster cluster(Consumer<String> progress) {
    TestbedState state = state();
    return new Cluster(directory, addresses, state.installation(), state.room(), progress);
  }
}
