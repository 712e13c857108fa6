package dev.terra.lab;

import dev.terra.lab.agents.BenchAgentsCommand;
import dev.terra.lab.agents.BenchCompressionCommand;
import dev.terra.lab.agents.BenchControlCommand;
import dev.terra.lab.agents.BenchLevelsCommand;
import dev.terra.lab.fetch.BenchFetchCommand;
import dev.terra.lab.placement.BenchPlacementCommand;
import dev.terra.lab.schedule.BenchScheduleCommand;
import dev.terra.lab.security.BenchSiteCommand;
import dev.terra.lab.simulate.BenchBoundCommand;
import dev.terra.lab.transfer.BenchTransferCommand;
import dev.terra.lab.viewers.BenchViewersCommand;
import dev.terra.lab.wire.BenchWireCommand;
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
      BenchAgentsCommand.class, BenchCompressionCommand.class, BenchLevelsCommand.class, BenchControlCommand.class, BenchFetchCommand.class,
      BenchSiteCommand.class, BenchViewersCommand.class, BenchPlacementCommand.class})
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected what to measure");
  }
}
