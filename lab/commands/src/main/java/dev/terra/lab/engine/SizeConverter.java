package dev.terra.lab.engine;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --size}: a factor on what jobs read, within what one machine can do. */
final class SizeConverter implements ITypeConverter<Double> {
  private static final double MIN = 0.1;
  private static final double MAX = 10;

  @Override
  public Double convert(String value) {
    double size;
    try {
      size = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("expected a number, got " + value);
    }
    if (!(size >= MIN && size <= MAX)) {
      throw new TypeConversionException("expected " + MIN + " to " + (int) MAX + ", got " + value);
    }
    return size;
  }
}
