package dev.terra.lab.workload;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra workload}: queries on real engines. */
@Command(
    name = "workload",
    mixinStandardHelpOptions = true,
    description = "Runs queries that are derived from TPC-H and TPC-DS, or shaped like BigBench, on real engines.",
    subcommands = {WorkloadRunCommand.class, WorkloadTableCommand.class})
public final class WorkloadCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a command: run or table");
  }
}
