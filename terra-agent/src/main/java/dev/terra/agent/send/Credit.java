package dev.terra.agent.send;

/**
 * The number of bytes that a bundle may send before any reader requests them. The receiver grants it according to its room. It is used on
 * the agent's thread only.
 */
final class Credit {
  private long bytes;
  private long inFlightBytes;
  private long ackedSinceBytes;

  /** Sets the receiver's room in bytes. The room already accounts for everything that the receiver has acknowledged so far. */
  void grant(long room) {
    bytes = room;
    ackedSinceBytes = 0;
  }

  /** Revokes the granted room when the receiver can't be reached. */
  void forget() {
    bytes = 0;
  }

  /** Returns the receiver's room, less the bytes that are on their way or have been acknowledged since the room was granted. */
  long left() {
    return Math.max(0, bytes - inFlightBytes - ackedSinceBytes);
  }

  void launched(long length) {
    inFlightBytes += length;
  }

  void landed(InFlight chunk, boolean acked) {
    if (chunk.urgency() == Urgency.AHEAD) {
      inFlightBytes -= chunk.length();
      ackedSinceBytes += acked ? chunk.length() : 0;
    }
  }
}
