package dev.terra.cli.operate;

/** The exit codes of commands that send requests to a controller; scripts depend on them. */
public enum ExitCode {
  /** Done. */
  DONE(0),
  /** The controller understood the request, and refused it or could not do it. */
  REFUSED(1),
  /**
   * The controller answered, and a check found what it looks for. It has the same number as a refusal: in both cases the check does not
   * succeed.
   */
  FOUND(1),
  /** The command was not understood; no request was sent. */
  USAGE(2),
  /** There was no answer, or the answer was not that of a controller. */
  UNREACHABLE(3),
  /** The controller requires other credentials. */
  CREDENTIALS(4);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** Returns the number for the shell. */
  public int number() {
    return number;
  }
}
