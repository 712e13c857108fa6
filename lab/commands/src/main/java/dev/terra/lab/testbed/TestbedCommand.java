package dev.terra.lab.testbed;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code testbed}: an emulated WAN and a real YARN cluster on it. */
@Command(name = "testbed", description = "An emulated WAN and a real YARN cluster on it, in network namespaces.",
    mixinStandardHelpOptions = true,
    subcommands = {
        UpCommand.class, TestbedStatusCommand.class, DownCommand.class, LinkCommand.class, ShuffleCommand.class, ExecCommand.class})
public final class TestbedCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "expected a command: up, status, down, link, shuffle or exec");
  }
}
