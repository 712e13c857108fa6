package dev.terra.network.rules;

/** The part of a packet that determines its way: one of its two ports, which contain its label, or the mark of a detour. */
public enum Role {
  /** The destination port: the packet goes from a tunnel's opener to its far end, which listens on a port for each label. */
  TO_LISTENER,
  /** The source port: the packet goes back to the opener. */
  TO_OPENER,
  /** The low bits of the destination port, which are the label in both directions. */
  EITHER,
  /** The low bits of the destination port, as with {@link #EITHER}, for packets with the mark of the interactive class only. */
  INTERACTIVE,
  /** No port: the packet is on a {@link Detour}, and its mark contains the number of the tree that it follows, in place of a label. */
  DETOUR;

  /** Returns whether the role is for both directions of tunnels. */
  boolean isBothWays() {
    return this == EITHER || this == INTERACTIVE;
  }
}
