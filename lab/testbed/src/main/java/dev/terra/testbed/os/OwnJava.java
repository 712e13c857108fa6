package dev.terra.testbed.os;

import java.nio.file.Path;

/** The Java that runs this program, with which it starts others. */
public final class OwnJava {
  private OwnJava() {}

  /** Its {@code java} command. */
  public static String command() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
