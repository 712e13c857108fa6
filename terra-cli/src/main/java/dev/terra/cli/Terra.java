package dev.terra.cli;

import dev.terra.cli.certs.CertsCommand;
import dev.terra.cli.check.CheckCommand;
import dev.terra.cli.operate.ActionsCommand;
import dev.terra.cli.operate.AgentsCommand;
import dev.terra.cli.operate.AllowCommand;
import dev.terra.cli.operate.AuditCommand;
import dev.terra.cli.operate.CacheCommand;
import dev.terra.cli.operate.CancelCommand;
import dev.terra.cli.operate.ClassesCommand;
import dev.terra.cli.operate.CostsCommand;
import dev.terra.cli.operate.DrainCommand;
import dev.terra.cli.operate.EventsCommand;
import dev.terra.cli.operate.ExplainCommand;
import dev.terra.cli.operate.ForbidCommand;
import dev.terra.cli.operate.JobsCommand;
import dev.terra.cli.operate.LinksCommand;
import dev.terra.cli.operate.PriorityCommand;
import dev.terra.cli.operate.RecurringCommand;
import dev.terra.cli.operate.ReportCommand;
import dev.terra.cli.operate.RestoreCommand;
import dev.terra.cli.operate.TopCommand;
import dev.terra.cli.operate.TunnelsCommand;
import dev.terra.cli.operate.UndoCommand;
import dev.terra.cli.operate.WhatIfCommand;
import dev.terra.cli.schedule.ScheduleCommand;
import dev.terra.cli.simulate.SimulateCommand;
import dev.terra.cli.simulate.SweepCommand;
import dev.terra.cli.simulate.TraceCommand;
import dev.terra.cli.status.NetworkCommand;
import dev.terra.cli.status.ShufflesCommand;
import dev.terra.cli.status.StatusCommand;
import dev.terra.cli.topology.TopologyCommand;
import dev.terra.cli.transfer.PlaceCommand;
import dev.terra.cli.transfer.PlanCommand;
import dev.terra.cli.transfer.SubmitCommand;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.BoundedText;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code terra}: every command of the product is a subcommand of this one. Exit codes: 0 done, 1 failed, 2 wrong arguments; those of
 * commands that send requests to a controller over HTTP are in {@link dev.terra.cli.operate.ExitCode}.
 */
@Command(
    name = "terra",
    mixinStandardHelpOptions = true,
    versionProvider = ReleaseVersion.class,
    description = Terra.DESCRIPTION,
    subcommands = {
      SubmitCommand.class,
      PlanCommand.class,
      PlaceCommand.class,
      StatusCommand.class,
      ShufflesCommand.class,
      NetworkCommand.class,
      TopCommand.class,
      LinksCommand.class,
      TunnelsCommand.class,
      AuditCommand.class,
      CacheCommand.class,
      ClassesCommand.class,
      CostsCommand.class,
      RecurringCommand.class,
      AgentsCommand.class,
      JobsCommand.class,
      EventsCommand.class,
      ExplainCommand.class,
      WhatIfCommand.class,
      DrainCommand.class,
      RestoreCommand.class,
      ForbidCommand.class,
      AllowCommand.class,
      PriorityCommand.class,
      CancelCommand.class,
      ActionsCommand.class,
      UndoCommand.class,
      ReportCommand.class,
      ScheduleCommand.class,
      SimulateCommand.class,
      SweepCommand.class,
      TraceCommand.class,
      TopologyCommand.class,
      CertsCommand.class,
      CheckCommand.class,
      AgentCommand.class,
      ControllerCommand.class,
      AutoComplete.GenerateCompletion.class,
      CommandLine.HelpCommand.class,
    })
public final class Terra implements Runnable {
  /** The first lines of {@code --help}. */
  public static final String DESCRIPTION = "Schedules the shuffles of geo-distributed analytics across the WAN.";

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a command");
  }

  /** Runs a command and exits with its exit code. */
  public static void main(String[] arguments) {
    StandardStreams.install(arguments);
    System.exit(StandardStreams.exitCode(StandardStreams.of(commandLine()).execute(arguments)));
  }

  /** Returns the product's command line. */
  public static CommandLine commandLine() {
    return withErrorsInOneLine(new CommandLine(new Terra()).setCaseInsensitiveEnumValuesAllowed(true));
  }

  /** Makes a command line report an error in one line on standard error, without a stack trace (set TERRA_DEBUG to see it). */
  public static CommandLine withErrorsInOneLine(CommandLine commandLine) {
    return commandLine.setExecutionExceptionHandler((exception, command, result) -> {
      PrintWriter err = command.getErr();
      err.println("terra: " + BoundedText.clean(message(exception)));
      if (System.getenv("TERRA_DEBUG") != null) {
        exception.printStackTrace(err);
      }
      return 1;
    });
  }

  private static String message(Throwable exception) {
    return Failures.inWords(exception);
  }
}
