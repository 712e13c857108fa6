package dev.terra.cli.operate;

/** Why a controller did not do what was asked: one line that names the address and says what to do, and the exit code. */
final class RestFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;

  RestFailure(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  ExitCode exitCode() {
    return exitCode;
  }
}
