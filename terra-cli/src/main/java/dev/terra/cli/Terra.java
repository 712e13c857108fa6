package dev.terra.cli;

import dev.terra.agent.AgentCommand;
import dev.terra.cli.certs.CertsCommand;
import dev.terra.cli.demo.DemoCommand;
import dev.terra.cli.net.HttpGatewayCommand;
import dev.terra.cli.net.TestbedController;
import dev.terra.cli.schedule.ScheduleCommand;
import dev.terra.cli.simulate.SimulateCommand;
import dev.terra.cli.simulate.SweepCommand;
import dev.terra.cli.simulate.TraceCommand;
import dev.terra.cli.transfer.HttpFlowsCommand;
import dev.terra.cli.transfer.SubmitCommand;
import dev.terra.cli.verify.VerifyCommand;
import dev.terra.controller.ControllerCommand;
import dev.terra.controller.ShufflesCommand;
import dev.terra.controller.StatusCommand;
import dev.terra.testbed.cli.TestbedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra}: every command is a subcommand of this one. Exit codes: 0 done, 1 failed, 2 wrong arguments. */
@Command(
    name = "terra",
    mixinStandardHelpOptions = true,
    version = "terra 0.1.0",
    description = "Schedules the shuffles of geo-distributed analytics across the WAN.",
    subcommands = {
      DemoCommand.class,
      SubmitCommand.class,
      TestbedCommand.class,
      StatusCommand.class,
      ShufflesCommand.class,
      ScheduleCommand.class,
      SimulateCommand.class,
      SweepCommand.class,
      TraceCommand.class,
      BenchCommand.class,
      VerifyCommand.class,
      CertsCommand.class,
      AgentCommand.class,
      ControllerCommand.class,
      HttpGatewayCommand.class,
      HttpFlowsCommand.class,
      CommandLine.HelpCommand.class,
    })
public final class Terra implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a command");
  }

  /** Runs a command and leaves with its exit code. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Optional<ProcessBuilder> inTestbed = TestbedController.command(List.of(arguments));
    int exitCode = inTestbed.isPresent() ? inTestbed.get().inheritIO().start().waitFor() : commandLine().execute(arguments);
    System.exit(exitCode);
  }

  /** The command line; an error is one line on standard error, without a stack trace (set TERRA_DEBUG to see it). */
  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Terra());
    commandLine.setExecutionExceptionHandler((exception, command, result) -> {
      PrintWriter err = command.getErr();
      err.println("terra: " + message(exception));
      if (System.getenv("TERRA_DEBUG") != null) {
        exception.printStackTrace(err);
      }
      return 1;
    });
    return commandLine;
  }

  private static String message(Throwable exception) {
    return exception.getMessage() == null ? exception.toString() : exception.getMessage();
  }
}
