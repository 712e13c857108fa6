package dev.terra.lab.bed;

import dev.terra.testbed.LabNetwork;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code overlay}, {@code policy-routing} or {@code sdwan}. */
public final class LabNetworkConverter implements ITypeConverter<LabNetwork> {
  /** What {@code --network} is said to do in all commands that have it. */
  public static final String DESCRIPTION =
      "What keeps tunnels on their paths: overlay, policy-routing or sdwan (default: ${DEFAULT-VALUE}).";

  @Override
  public LabNetwork convert(String text) {
    try {
      return LabNetwork.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
