package dev.terra.lab.users;

/**
 * The result of an attempt at one port, or with files.
 *
 * @param port and its host
 * @param outcome in words
 * @param holds whether the outcome is as it should be
 */
record UsersRow(String port, String attempt, String outcome, boolean holds) {
  /** Returns the row of a port: it holds if a stranger gets nothing of the output, and its owner does. */
  static UsersRow of(PortAnswer answer) {
    boolean owner = HostileReads.isOwner(answer);
    String what = answer.output() ? "had the output" : "had nothing of the output";
    return new UsersRow(answer.port(), answer.who(),
        what + " in " + answer.bytes() + " bytes" + (answer.firstLine().isEmpty() ? "" : ": " + answer.firstLine()),
        answer.output() == owner);
  }
}
