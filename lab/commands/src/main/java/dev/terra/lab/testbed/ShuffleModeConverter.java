package dev.terra.lab.testbed;

import dev.terra.testbed.ShuffleMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code stock} or {@code terra}. */
final class ShuffleModeConverter implements ITypeConverter<ShuffleMode> {
  @Override
  public ShuffleMode convert(String text) {
    return switch (text) {
      case "stock" -> ShuffleMode.STOCK;
      case "terra" -> ShuffleMode.TERRA;
      default -> throw new TypeConversionException("expected stock or terra, got '" + text + "'");
    };
  }
}
