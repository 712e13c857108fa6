package dev.terra.cli;

import dev.terra.agent.bench.BenchWireCommand;
import dev.terra.cli.fetch.BenchFetchCommand;
import dev.terra.cli.schedule.BenchScheduleCommand;
import dev.terra.cli.simulate.BenchBoundCommand;
import dev.terra.cli.transfer.BenchTransferCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra bench}: measurements of Terra's parts on this machine. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures parts of Terra on this machine.",
    subcommands = {BenchScheduleCommand.class, BenchBoundCommand.class, BenchWireCommand.class, BenchTransferCommand.class,
      BenchFetchCommand.class})
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected what to measure");
  }
}
