package dev.terra.testbed.os;

import java.nio.file.Path;

/** The Java that runs this program, which also runs the processes that it starts. */
public final class OwnJava {
  private OwnJava() {}

  /** Returns its {@code java} command. */
  public static String command() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
