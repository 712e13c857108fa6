package dev.terra.testbed.engine;

import java.util.Arrays;
import java.util.Optional;

/** The versions of Spark that the testbed can run: the newest of each line. */
public enum SparkVersion {
  /** Spark 3.5, with Scala 2.12. */
  V3_5("3.5", "3.5.9"),
  /** Spark 4.1, with Scala 2.13. */
  V4_1("4.1", "4.1.4");

  private final String line;
  private final String release;

  SparkVersion(String line, String release) {
    this.line = line;
    this.release = release;
  }

  /** Returns the line that users name. */
  public String line() {
    return line;
  }

  /** Returns the release that runs. */
  public String release() {
    return release;
  }

  /** Returns the version of a line; {@code 4.x} is the newest of Spark 4. */
  public static Optional<SparkVersion> ofLine(String line) {
    String wanted = line.equals("4.x") ? V4_1.line : line;
    return Arrays.stream(values()).filter(version -> version.line.equals(wanted)).findFirst();
  }
}
