package dev.terra.testbed;

/** What joins the sites of a testbed, and how tunnels are kept on their paths there. */
public enum LabNetwork implements Labelled {
  /** Routers that know nothing of tunnels: agents relay, hop by hop. */
  OVERLAY,
  /** Linux routers that forward tunnels by their addresses and ports. */
  POLICY_ROUTING,
  /** A switch at each site that forwards tunnels by their addresses and ports, and an ONOS that programs them. */
  SDWAN;

  /**
   * The one that is written like this.
   *
   * @throws IllegalArgumentException that names the known ones
   */
  public static LabNetwork parse(String text) {
    return Labelled.find(values(), text)
        .orElseThrow(() -> new IllegalArgumentException("expected overlay, policy-routing or sdwan, got '" + text + "'"));
  }
}
