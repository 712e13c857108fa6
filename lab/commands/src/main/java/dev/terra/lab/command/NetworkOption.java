package dev.terra.lab.command;

import dev.terra.testbed.LabNetwork;
import picocli.CommandLine.Option;

/** The option that selects what keeps tunnels on their paths on a command's testbed. */
public final class NetworkOption {
  /** The description of the option, in all commands that have it. */
  public static final String DESCRIPTION =
      "What keeps tunnels on their paths: overlay, policy-routing or sdwan (default: ${DEFAULT-VALUE}).";

  @Option(names = "--network", paramLabel = "MODE", defaultValue = "overlay", converter = Converter.class, description = DESCRIPTION)
  private LabNetwork network;

  /** Reads {@code overlay}, {@code policy-routing} or {@code sdwan}. */
  public static final class Converter extends LabelConverter<LabNetwork> {
    /** Picocli calls this constructor. */
    public Converter() {
      super(LabNetwork.values());
    }
  }

  /** Returns the chosen value. */
  public LabNetwork value() {
    return network;
  }
}
