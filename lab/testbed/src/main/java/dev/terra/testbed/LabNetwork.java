package dev.terra.testbed;

/** The network between the sites of a testbed, and how tunnels are kept on their paths in it. */
public enum LabNetwork implements Labelled {
  /** Routers without any configuration for tunnels: agents relay, hop by hop. */
  OVERLAY,
  /** Linux routers that forward tunnels by their addresses and ports. */
  POLICY_ROUTING,
  /** A switch at each site that forwards tunnels by their addresses and ports, and an ONOS that programs them. */
  SDWAN;

  /**
   * Returns the network with this label.
   *
   * @throws IllegalArgumentException that names the valid labels
   */
  public static LabNetwork parse(String text) {
    return Labelled.find(values(), text)
        .orElseThrow(() -> new IllegalArgumentException("expected overlay, policy-routing or sdwan, got '" + text + "'"));
  }
}
