package dev.terra.lab.engine;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --engine} in lower case. */
public final class EngineConverter implements ITypeConverter<EngineName> {
  @Override
  public EngineName convert(String value) {
    return Arrays.stream(EngineName.values()).filter(engine -> engine.label().equals(value.toLowerCase(Locale.ROOT))).findFirst()
        .orElseThrow(() -> new TypeConversionException("expected one of " + Arrays.stream(EngineName.values())
            .map(EngineName::label).collect(Collectors.joining(", ")) + ", got '" + value + "'"));
  }
}
