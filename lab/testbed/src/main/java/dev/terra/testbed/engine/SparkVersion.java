package dev.terra.testbed.engine;

import java.util.Arrays;
import java.util.Optional;

/** A version of Spark that the testbed can run: the newest that there is of its line. */
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

  /** The line by which people name it. */
  public String line() {
    return line;
  }

  /** The release that runs. */
  public String release() {
    return release;
  }

  /** The version of a line; {@code 4.x} is the newest of Spark 4. */
  public static Optional<SparkVersion> ofLine(String line) {
    String wanted = line.equals("4.x") ? V4_1.line : line;
    return Arrays.stream(values()).filter(version -> version.line.equals(wanted)).findFirst();
  }
}
