package dev.terra.cli.status;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code network status}: prints the tunnels, their paths, and the rules of each switch. */
@Command(name = "status", description = "Prints the tunnels, their paths, and the number of rules of each switch.",
    mixinStandardHelpOptions = true)
public final class NetworkStatusCommand implements Callable<Integer> {
  @Mixin
  private StatusQuestion query;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    return query.askNetwork(spec, status ->
        spec.commandLine().getOut().println(query.json() ? NetworkText.json(status) : NetworkText.of(status)));
  }
}
