package dev.terra.agent.send;

/** How much of a bundle may be sent that no reader has asked for: the receiver says how much room it has. On the agent's thread. */
final class Credit {
  private long bytes;
  private long inFlightBytes;
  private long ackedSinceBytes;

  /** The receiver has so much room, counting what it has acknowledged by now. */
  void grant(long room) {
    bytes = room;
    ackedSinceBytes = 0;
  }

  /** The receiver can't be reached: what it said holds no more. */
  void forget() {
    bytes = 0;
  }

  /** Room at the other end, less what is on the way. */
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
