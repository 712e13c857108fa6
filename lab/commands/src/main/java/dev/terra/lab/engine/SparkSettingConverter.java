package dev.terra.lab.engine;

import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --settings}. */
public final class SparkSettingConverter implements ITypeConverter<SparkSetting> {
  @Override
  public SparkSetting convert(String value) {
    return Arrays.stream(SparkSetting.values()).filter(setting -> setting.label().equals(value)).findFirst()
        .orElseThrow(() -> new TypeConversionException("expected some of " + String.join(", ", SparkSetting.labels())
            + ", got '" + value + "'"));
  }
}
