package dev.terra.lab.testbed;

import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that selects the testbed that a command uses. */
final class StateOption {
  @Option(names = "--state", paramLabel = "DIR",
      description = "The testbed's state directory (default: $TERRA_STATE or terra-testbed-USER below the temporary directory).")
  private Path state;

  StateDirectory directory() {
    return state == null ? StateDirectory.byDefault() : new StateDirectory(state);
  }
}
