package dev.terra.testbed;

import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.state.TestbedState;
import dev.terra.testbed.state.TestbedState.LinkState;
import dev.terra.testbed.state.TestbedState.Phase;
import java.nio.file.Path;
import java.util.List;

/** Makes states of testbeds that do not exist. */
public final class States {
  private States() {}

  /** Returns the state of a testbed on the given network. */
  public static TestbedState of(LabNetwork network) {
    return new TestbedState("t-", "swan", Phase.STARTING, false, network, 2, true, ShuffleMode.STOCK,
        new Installation(Path.of("/home"), Path.of("/hadoop"), Path.of("/shuffle.jar"), List.of("/home/terra")), ContainerRoom.USUAL, 1,
        List.of(new LinkState("HK", "LA", false, 1e6)), List.of(new ProcessRecord("HK-1", "nodemanager", 1, 2, "/log")));
  }
}
