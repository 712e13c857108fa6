package dev.terra.lab.testbed;

import dev.terra.testbed.UpRequest;
import dev.terra.testbed.control.Testbed;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code testbed down}. */
@Command(name = "down", description = "Removes the testbed, also what a crash left of it.", mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private StateOption state;

  @Option(names = "--prefix", paramLabel = "P",
      description = "What the names of its network namespaces begin with, if its state is lost (default: $TERRA_PREFIX or terra-).")
  private String prefix = UpRequest.defaultPrefix();

  @Override
  public Integer call() {
    List<String> removed = Testbed.down(state.directory(), prefix);
    spec.commandLine().getErr().println(
        removed.isEmpty() ? "nothing to remove in " + state.directory().root() : "removed " + String.join(", ", removed));
    return 0;
  }
}
