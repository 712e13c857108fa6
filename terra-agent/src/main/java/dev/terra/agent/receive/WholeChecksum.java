package dev.terra.agent.receive;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.wire.Checksum;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The checksum of a whole segment: its expected value, and its value for the bytes that arrived. It is used on the agent's thread only. */
final class WholeChecksum {
  private @Nullable Integer expected;
  private boolean follows;
  private int consumedCrc;
  private int mismatches;

  /** Sets the expected checksum, which the sender has sent. */
  void expect(int crc) {
    expected = crc;
    follows = false;
  }

  /** Records whether the sender will send the checksum later, once it has read all of the segment. */
  void expectLater(boolean later) {
    follows = later && expected == null;
  }

  /** Returns whether the sender has yet to send the checksum. */
  boolean follows() {
    return follows;
  }

  /** Sets the checksum of the beginning that the reader has from an earlier session. */
  void resume(int crc) {
    consumedCrc = crc;
  }

  /** Records that the reader has taken the next piece. */
  void consumed(Piece piece) {
    consumedCrc = Checksum.combine(consumedCrc, piece.crc(), piece.length());
  }

  /** Returns whether the expected checksum is known and differs from that of the bytes that were taken and these last pieces. */
  boolean isWrong(Collection<Piece> rest) {
    if (expected == null) {
      return false;
    }
    int crc = consumedCrc;
    for (Piece piece : rest) {
      crc = Checksum.combine(crc, piece.crc(), piece.length());
    }
    return crc != expected;
  }

  /**
   * Returns the checksum of all bytes as the sender read them. If the sender has not sent it, this is the checksum of the bytes as they
   * arrived.
   */
  int whole() {
    return expected == null ? consumedCrc : expected;
  }

  /** Records another mismatch. Returns how many there have been. */
  int mismatch() {
    return ++mismatches;
  }
}
