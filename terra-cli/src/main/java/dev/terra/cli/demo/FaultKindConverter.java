package dev.terra.cli.demo;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --fault} in lower case. */
final class FaultKindConverter implements ITypeConverter<FaultInjector.Kind> {
  @Override
  public FaultInjector.Kind convert(String value) {
    return Arrays.stream(FaultInjector.Kind.values()).filter(kind -> kind.label().equals(value.toLowerCase(Locale.ROOT))).findFirst()
        .orElseThrow(() -> new TypeConversionException("expected agent, controller or link, got '" + value + "'"));
  }
}
