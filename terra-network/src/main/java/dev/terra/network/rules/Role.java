package dev.terra.network.rules;

/** What of a packet says which way it goes: one of its two ports, which have its label, or that it is on a detour. */
public enum Role {
  /** The destination port: the packet goes from a tunnel's opener to its far end, which listens on a port for each label. */
  TO_LISTENER,
  /** The source port: the packet goes back to the opener. */
  TO_OPENER,
  /** The low bits of the destination port: they are the label in both directions. */
  EITHER,
  /** Where {@link #EITHER} looks, of packets with the mark of interactive. */
  INTERACTIVE,
  /** None: the packet is on a {@link Detour}, and marked with the number of the tree that it follows, in the place of a label. */
  DETOUR;

  /** Whether it is for both directions of tunnels. */
  boolean isBothWays() {
    return this == EITHER || this == INTERACTIVE;
  }
}
