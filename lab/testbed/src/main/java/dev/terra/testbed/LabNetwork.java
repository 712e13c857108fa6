package dev.terra.testbed;

import java.util.Arrays;
import java.util.Locale;

/** What joins the sites of a testbed, and how tunnels are kept on their paths there. */
public enum LabNetwork {
  /** Routers that know nothing of tunnels: agents relay, hop by hop. */
  OVERLAY("overlay"),
  /** Linux routers that forward tunnels by their addresses and ports. */
  POLICY_ROUTING("policy-routing"),
  /** A switch at each site that forwards tunnels by their addresses and ports, and an ONOS that programs them. */
  SDWAN("sdwan");

  private final String label;

  LabNetwork(String label) {
    this.label = label;
  }

  /** As it is written on a command line and in configuration files. */
  public String label() {
    return label;
  }

  /**
   * The one that is written like this.
   *
   * @throws IllegalArgumentException that names the known ones
   */
  public static LabNetwork parse(String text) {
    return Arrays.stream(values()).filter(network -> network.label.equals(text.toLowerCase(Locale.ROOT))).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("expected overlay, policy-routing or sdwan, got '" + text + "'"));
  }
}
