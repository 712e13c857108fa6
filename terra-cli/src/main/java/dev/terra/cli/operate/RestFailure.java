package dev.terra.cli.operate;

/** Thrown if a controller did not do what was requested: one line with the address and the remedy, and the exit code. */
public final class RestFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;

  /** Makes a failure. */
  public RestFailure(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Returns the exit code of the command. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
