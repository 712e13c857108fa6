package dev.terra.cli.topology;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code topology}: commands for topology files. */
@Command(name = "topology", mixinStandardHelpOptions = true, description = "Reads and checks topology files.",
    subcommands = {TopologyCheckCommand.class, TopologyInitCommand.class})
public final class TopologyCommand implements Runnable {
  @Spec
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a command");
  }
}
