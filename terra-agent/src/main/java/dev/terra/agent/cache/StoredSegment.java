package dev.terra.agent.cache;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** A whole segment on the disk, or on its way there. Only its {@link DiskSegments} changes it. It is used on the agent's thread only. */
final class StoredSegment {
  /** The bytes of heap that a segment takes: its name, its entries in the books, its list of pieces. */
  private static final int OVERHEAD_BYTES = 1_024;
  private static final int PIECE_BYTES = 128;

  private final SegmentId id;
  private final SiteId source;
  private final SegmentLength length;
  private final int crc;
  private final List<Piece> pieces;
  private int holders;
  private boolean gone;

  /** Creates the record of a whole segment that is stored in pieces. */
  StoredSegment(CachedSegment segment, List<Piece> pieces) {
    this.id = segment.id();
    this.source = segment.source();
    this.length = SegmentLength.newBuilder().setPartLength(segment.partLength()).setRawLength(segment.rawLength()).build();
    this.crc = segment.crc();
    this.pieces = List.copyOf(pieces);
  }

  SegmentId id() {
    return id;
  }

  SiteId source() {
    return source;
  }

  SegmentLength length() {
    return length;
  }

  /** Returns the checksum of all its bytes. */
  int crc() {
    return crc;
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** Returns the bytes of heap that the books take for the segment. */
  long cost() {
    return cost(pieces.size());
  }

  /** Returns the bytes of heap that the books take for a segment of so many pieces. */
  static long cost(int pieces) {
    return OVERHEAD_BYTES + (long) PIECE_BYTES * pieces;
  }

  /** Returns whether the segment is being read; it keeps its room until the read is over. */
  boolean isHeld() {
    return holders > 0;
  }

  void hold() {
    holders++;
  }

  void release() {
    holders--;
  }

  /** Returns whether the segment was removed and is not found any more. */
  boolean isGone() {
    return gone;
  }

  void setGone() {
    gone = true;
  }
}
