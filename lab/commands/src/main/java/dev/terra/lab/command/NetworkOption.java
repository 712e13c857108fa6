package dev.terra.lab.command;

import dev.terra.testbed.LabNetwork;
import picocli.CommandLine.Option;

/** What keeps tunnels on their paths on a command's testbed. */
public final class NetworkOption {
  /** What the option does, in all commands that have it. */
  public static final String DESCRIPTION =
      "What keeps tunnels on their paths: overlay, policy-routing or sdwan (default: ${DEFAULT-VALUE}).";

  @Option(names = "--network", paramLabel = "MODE", defaultValue = "overlay", converter = Converter.class, description = DESCRIPTION)
  private LabNetwork network;

  /** Reads {@code overlay}, {@code policy-routing} or {@code sdwan}. */
  public static final class Converter extends LabelConverter<LabNetwork> {
    /** Made by picocli. */
    public Converter() {
      super(LabNetwork.values());
    }
  }

  /** What was asked for. */
  public LabNetwork value() {
    return network;
  }
}
