package dev.terra.testbed.cli;

import dev.terra.testbed.TestbedException;
import dev.terra.topology.TopologyException;
import picocli.CommandLine;

/** What a failed command prints. */
final class Errors {
  /** Exit code of a command that failed. */
  private static final int FAILED = 1;

  private Errors() {}

  /** Foreseen problems become one line; anything else keeps its stack trace, since it is a defect. */
  static CommandLine oneLine(CommandLine commandLine) {
    return commandLine.setExecutionExceptionHandler((exception, command, parsed) -> {
      if (exception instanceof TestbedException || exception instanceof TopologyException) {
        command.getErr().println("error: " + exception.getMessage());
      } else {
        exception.printStackTrace(command.getErr());
      }
      return FAILED;
    });
  }
}
