package dev.terra.lab.engine;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;

/** The names of the engines. {@link Engines} makes the engines. */
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

  /** Returns how outputs are compared, in words. */
  public String comparison() {
    return comparison;
  }

  /** Reads an engine's name from a command line. */
  public static final class Converter extends LabelConverter<EngineName> {
    /** Picocli calls this constructor. */
    public Converter() {
      super(EngineName.values());
    }
  }
}
