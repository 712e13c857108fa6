package dev.terra.lab.testbed;

import dev.terra.testbed.control.Testbed;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code testbed exec}. */
@Command(name = "exec", description = "Runs a command on a host: testbed exec HOST -- COMMAND...", mixinStandardHelpOptions = true)
final class ExecCommand implements Callable<Integer> {
  @Mixin
  private StateOption state;

  @Parameters(index = "0", paramLabel = "HOST", description = "A host, such as HK-1, HK-gw or core.")
  private String host;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "What to run.")
  private List<String> command;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return Testbed.open(state.directory()).command(host, command).inheritIO().start().waitFor();
  }
}
