package dev.terra.testbed.os;

import java.util.List;

/** Keeps processes to one core, so that they can be compared. */
public final class Cores {
  private Cores() {}

  /**
   * Returns the words to put before a command so that it runs on that core only; empty if the machine has one core or
   * no {@code taskset}.
   */
  public static List<String> only(int core) {
    return core < Runtime.getRuntime().availableProcessors() && Runtime.getRuntime().availableProcessors() > 1 && Shell.has("taskset")
        ? List.of("taskset", "-c", Integer.toString(core)) : List.of();
  }
}
