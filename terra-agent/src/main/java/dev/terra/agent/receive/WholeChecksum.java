package dev.terra.agent.receive;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.wire.Checksum;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The checksum of a whole segment: what it should be, and what it is of the bytes that came. On the agent's thread. */
final class WholeChecksum {
  private @Nullable Integer expected;
  private boolean follows;
  private int consumedCrc;
  private int mismatches;

  /** The sender says what the checksum of the whole is. */
  void expect(int crc) {
    expected = crc;
    follows = false;
  }

  /** The sender says whether it will say what it is, once it has read all of the segment. */
  void expectLater(boolean later) {
    follows = later && expected == null;
  }

  /** Whether the sender has yet to say what it is. */
  boolean follows() {
    return follows;
  }

  /** The reader had the beginning from an earlier session. */
  void resume(int crc) {
    consumedCrc = crc;
  }

  /** The reader has taken the next bytes. */
  void consumed(Piece piece) {
    consumedCrc = Checksum.combine(consumedCrc, piece.crc(), piece.length());
  }

  /** Whether it is known and not that of what was taken and these last pieces. */
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

  /** What it is of all bytes, as the sender read them; where it has not said that, as they came. */
  int whole() {
    return expected == null ? consumedCrc : expected;
  }

  /** Notes another mismatch; how many there have been. */
  int mismatch() {
    return ++mismatches;
  }
}
