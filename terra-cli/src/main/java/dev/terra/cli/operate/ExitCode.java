package dev.terra.cli.operate;

/** What commands that ask a controller end with; scripts go by it. */
public enum ExitCode {
  /** Done. */
  DONE(0),
  /** The controller understood, and refused or could not. */
  REFUSED(1),
  /** The controller answered, and a check found what it looks for. Scripts see the number of a refusal: neither is a check that holds. */
  FOUND(1),
  /** The command was not understood; nothing was asked. */
  USAGE(2),
  /** There was no answer, or not one of a controller. */
  UNREACHABLE(3),
  /** The controller wants other credentials. */
  CREDENTIALS(4);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** For the shell. */
  public int number() {
    return number;
  }
}
