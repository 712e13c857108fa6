package dev.terra.lab.engine;

import dev.terra.testbed.engine.SparkVersion;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --spark}. */
public final class SparkVersionConverter implements ITypeConverter<SparkVersion> {
  @Override
  public SparkVersion convert(String value) {
    return SparkVersion.ofLine(value).orElseThrow(() -> new TypeConversionException("expected one of "
        + Arrays.stream(SparkVersion.values()).map(SparkVersion::line).collect(Collectors.joining(", ")) + " or 4.x, got '" + value + "'"));
  }
}
