package dev.terra.cli.operate;

/** Why a controller did not do what was asked: one line that names the address and says what to do, and the exit code. */
public final class RestFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;

  RestFailure(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** What a command ends with that met it. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
