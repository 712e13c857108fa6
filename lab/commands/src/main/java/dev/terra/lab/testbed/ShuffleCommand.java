package dev.terra.lab.testbed;

import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.control.Testbed;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code testbed shuffle}. */
@Command(name = "shuffle", description = "Switches the NodeManagers to another shuffle handler.", mixinStandardHelpOptions = true)
final class ShuffleCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private StateOption state;

  @Parameters(index = "0", paramLabel = "stock|terra", converter = ShuffleModeConverter.class, description = "Which.")
  private ShuffleMode mode;

  @Override
  public Integer call() {
    Testbed.open(state.directory()).processes().useShuffle(mode, line -> spec.commandLine().getErr().println(line));
    return 0;
  }
}
