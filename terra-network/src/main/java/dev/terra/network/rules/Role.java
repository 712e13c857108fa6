package dev.terra.network.rules;

/** Which of a packet's two ports says on which label it travels. */
public enum Role {
  /** The destination port: the packet goes from a tunnel's opener to its far end, which listens on a port for each label. */
  TO_LISTENER,
  /** The source port: the packet goes back to the opener. */
  TO_OPENER,
  /** The low bits of the destination port: they are the label in both directions. */
  EITHER
}
