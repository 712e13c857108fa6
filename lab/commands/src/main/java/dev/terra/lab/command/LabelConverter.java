package dev.terra.lab.command;

import dev.terra.testbed.Labelled;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a constant of an enum by its label. */
public abstract class LabelConverter<T extends Labelled> implements ITypeConverter<T> {
  private final T[] constants;

  /** Makes a converter to an enum's constants. */
  protected LabelConverter(T[] constants) {
    this.constants = constants.clone();
  }

  @Override
  public final T convert(String label) {
    return Labelled.find(constants, label).orElseThrow(() -> new TypeConversionException(
        "expected one of " + String.join(", ", Labelled.labels(constants)) + ", got '" + label + "'"));
  }
}
