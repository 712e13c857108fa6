package dev.terra.cli.status;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code network status|verify|import}: shows how tunnels follow their paths. */
@Command(name = "network", description = "How tunnels follow their paths through the network.", mixinStandardHelpOptions = true,
    subcommands = {NetworkStatusCommand.class, NetworkVerifyCommand.class, NetworkImportCommand.class})
public final class NetworkCommand implements Runnable {
  @Spec
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected 'status', 'verify' or 'import'");
  }
}
