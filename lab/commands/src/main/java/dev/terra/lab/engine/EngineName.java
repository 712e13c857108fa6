package dev.terra.lab.engine;

import java.util.Locale;

/** The engines that there are; {@link Engines} makes them. */
public enum EngineName {
  MR("byte for byte"),
  TEZ("line by line, sorted"),
  HIVE("row by row, sorted"),
  SPARK("line by line, sorted");

  private final String comparison;

  EngineName(String comparison) {
    this.comparison = comparison;
  }

  /** As on the command line and in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How outputs are compared, for people. */
  public String comparison() {
    return comparison;
  }
}
