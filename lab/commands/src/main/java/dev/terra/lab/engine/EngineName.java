package dev.terra.lab.engine;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;

/** The engines that there are; {@link Engines} makes them. */
public enum EngineName implements Labelled {
  MR("byte for byte"),
  /** MapReduce over text. */
  MR_TEXT("byte for byte"),
  TEZ("line by line, sorted"),
  HIVE("row by row, sorted"),
  SPARK("line by line, sorted");

  private final String comparison;

  EngineName(String comparison) {
    this.comparison = comparison;
  }

  /** How outputs are compared, for people. */
  public String comparison() {
    return comparison;
  }

  /** Reads it from a command line. */
  public static final class Converter extends LabelConverter<EngineName> {
    /** Made by picocli. */
    public Converter() {
      super(EngineName.values());
    }
  }
}
