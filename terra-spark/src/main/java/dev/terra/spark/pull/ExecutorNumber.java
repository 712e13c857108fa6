package dev.terra.spark.pull;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The number by which Spark on YARN names an executor: 1 for the first of an application. */
public final class ExecutorNumber {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private ExecutorNumber() {}

  /** Reads an executor's id; empty if it is not a number, such as a driver's id. */
  public static OptionalInt of(String id) {
    return NUMBER.matcher(id).matches() ? OptionalInt.of(Integer.parseInt(id)) : OptionalInt.empty();
  }
}
