package dev.terra.lab;

import dev.terra.cli.ReleaseVersion;
import dev.terra.cli.StandardStreams;
import dev.terra.cli.Terra;
import dev.terra.lab.actions.RestActionsCommand;
import dev.terra.lab.bed.HttpGatewayCommand;
import dev.terra.lab.bed.TestbedController;
import dev.terra.lab.capacity.StatusWatchCommand;
import dev.terra.lab.demo.DemoCommand;
import dev.terra.lab.replay.ReplayCommand;
import dev.terra.lab.replay.SubmitLinesCommand;
import dev.terra.lab.reproduce.ReproduceCommand;
import dev.terra.lab.testbed.TestbedCommand;
import dev.terra.lab.transfer.HttpFlowsCommand;
import dev.terra.lab.users.HostileReadsCommand;
import dev.terra.lab.verify.VerifyCommand;
import dev.terra.lab.workload.WorkloadCommand;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./terra} in a source tree. It offers the laboratory's commands beside the product's. */
@Command(
    name = "terra",
    mixinStandardHelpOptions = true,
    versionProvider = ReleaseVersion.class,
    description = Terra.DESCRIPTION,
    footer = {
      "",
      "terra test [MAVEN ARGUMENTS] runs the tests (terra test --help).",
      "status, shuffles, network and submit ask the controller of the testbed that is up (TERRA_STATE) unless --controller names one."
    },
    subcommands = {
      DemoCommand.class,
      TestbedCommand.class,
      VerifyCommand.class,
      BenchCommand.class,
      ReproduceCommand.class,
      ReplayCommand.class,
      WorkloadCommand.class,
      HttpGatewayCommand.class,
      HostileReadsCommand.class,
      HttpFlowsCommand.class,
      SubmitLinesCommand.class,
      RestActionsCommand.class,
      StatusWatchCommand.class,
    })
public final class Laboratory implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a command");
  }

  /** Runs a command and exits with its exit code. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    StandardStreams.install(arguments);
    Optional<TestbedController> testbed = TestbedController.meantBy(List.of(arguments), System.err::println);
    int code = testbed.isPresent() ? testbed.get().run() : StandardStreams.of(commandLine()).execute(arguments);
    System.exit(StandardStreams.exitCode(code));
  }

  /** Returns the command line that has the commands of the laboratory and of the product. */
  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Laboratory());
    Terra.commandLine().getSubcommands().forEach(commandLine::addSubcommand);
    return Terra.withErrorsInOneLine(commandLine);
  }
}
