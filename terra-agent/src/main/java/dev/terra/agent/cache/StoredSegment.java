package dev.terra.agent.cache;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** A whole segment on the disk, or on its way there. Only its {@link DiskSegments} changes it. On the agent's thread. */
final class StoredSegment {
  /** What it costs on the heap: its name, its entries in the books, its list of pieces. */
  private static final int OVERHEAD_BYTES = 1_024;
  private static final int PIECE_BYTES = 128;

  private final SegmentId id;
  private final SiteId source;
  private final SegmentLength length;
  private final int crc;
  private final List<Piece> pieces;
  private int holders;
  private boolean gone;

  /** All of a segment, in pieces. */
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

  /** The checksum of all its bytes. */
  int crc() {
    return crc;
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** What the books take of it on the heap. */
  long cost() {
    return cost(pieces.size());
  }

  /** What the books take of a segment of so many pieces. */
  static long cost(int pieces) {
    return OVERHEAD_BYTES + (long) PIECE_BYTES * pieces;
  }

  /** Whether it is being read: it keeps its room until that is over. */
  boolean isHeld() {
    return holders > 0;
  }

  void hold() {
    holders++;
  }

  void release() {
    holders--;
  }

  /** Whether it is not to be found any more. */
  boolean isGone() {
    return gone;
  }

  void setGone() {
    gone = true;
  }
}
