package dev.terra.lab.jobfaults;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads kinds of faults in lower case. */
public final class FaultKindConverter implements ITypeConverter<FaultKind> {
  @Override
  public FaultKind convert(String value) {
    return Arrays.stream(FaultKind.values()).filter(kind -> kind.label().equals(value.toLowerCase(Locale.ROOT))).findFirst()
        .orElseThrow(() -> new TypeConversionException("expected one of " + FaultKind.labels() + ", got '" + value + "'"));
  }
}
