package dev.terra.agent.receive;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A segment that is being received: its description by the sender, the bytes that have arrived, and how far its reader is. Bytes below
 * {@code consumed} have been given to the reader. It is used on the agent's thread only.
 */
final class InSegment {
  private final SegmentCopy key;
  private final SiteId source;
  private final Pieces pieces = new Pieces();
  private final WholeChecksum checksum = new WholeChecksum();
  private final Set<Path> paths = new LinkedHashSet<>();
  private boolean described;
  private long partLength;
  private long rawLength;
  private boolean numbered;
  private long senderId;
  private long consumed;
  private long wanted;
  private boolean resumed;
  private boolean asked;

  InSegment(SegmentCopy key, SiteId source) {
    this.key = key;
    this.source = source;
  }

  SegmentCopy key() {
    return key;
  }

  SiteId source() {
    return source;
  }

  /** Returns the pieces that have arrived. */
  Pieces pieces() {
    return pieces;
  }

  WholeChecksum checksum() {
    return checksum;
  }

  boolean described() {
    return described;
  }

  long partLength() {
    return partLength;
  }

  long rawLength() {
    return rawLength;
  }

  void describe(long part, long raw) {
    described = true;
    partLength = part;
    rawLength = raw;
  }

  /** Returns whether a reader has requested the segment. */
  boolean isAsked() {
    return asked;
  }

  /** Records that a reader requests the segment. Returns true if no reader has requested it before. */
  boolean ask() {
    boolean first = !asked;
    asked = true;
    return first;
  }

  /** Returns whether the sender's current session has given the segment a number. */
  boolean isNumbered() {
    return numbered;
  }

  /** Returns whether the sender's current session has given the segment this number. */
  boolean hasNumber(long id) {
    return numbered && senderId == id;
  }

  /** Returns the number that the sender's current session gave the segment, if {@link #isNumbered}. */
  long senderId() {
    return senderId;
  }

  void senderId(long id) {
    numbered = true;
    senderId = id;
  }

  /** Returns the end of the bytes that a reader waits for. */
  long wanted() {
    return wanted;
  }

  void wanted(long end) {
    wanted = end;
  }

  long consumed() {
    return consumed;
  }

  /**
   * Records that the reader has the bytes below an offset above 0, with this checksum, from an earlier session of this agent. Pieces of
   * these bytes that were pushed ahead are useless and are returned, as is a piece that only ends above the offset.
   */
  List<Piece> resume(long offset, int crc) {
    consumed = offset;
    wanted = Math.max(wanted, offset);
    checksum.resume(crc);
    resumed = true;
    return pieces.skip(offset);
  }

  /** Returns whether an earlier session of this agent gave the reader the beginning. */
  boolean isResumed() {
    return resumed;
  }

  boolean complete() {
    return described() && pieces.receivedBytes() == partLength;
  }

  boolean consumedAll() {
    return described() && consumed == partLength;
  }

  /** Returns the ranges that have not arrived. */
  List<ByteRange> missing() {
    return pieces.missing(0, partLength);
  }

  /**
   * Returns the piece that the reader needs next, if it is here. The last piece is kept back until the checksum of the whole segment is
   * known to be right. So no reader takes a segment for complete that differs from what was sent.
   */
  Optional<Piece> next() {
    return pieces.at(consumed).filter(piece -> consumed + piece.length() < partLength || !unverified());
  }

  /** Removes and returns the piece that the reader needed. */
  Piece consumeNext() {
    Piece piece = pieces.take(consumed);
    consumed += piece.length();
    checksum.consumed(piece);
    return piece;
  }

  /** Returns whether the checksum of the whole segment has yet to arrive, or all bytes are here and do not match it. */
  boolean unverified() {
    return checksum.follows() || checksumWrong();
  }

  /** Returns whether all bytes are here and do not match the checksum of the whole segment. */
  boolean checksumWrong() {
    return complete() && checksum.isWrong(pieces.all());
  }

  /** Forgets all received bytes except those that the reader has, and the paths by which they came. */
  void forgetReceived() {
    pieces.forget(consumed, partLength);
    paths.clear();
  }

  void cameBy(Path path) {
    paths.add(path);
  }

  /** Returns the paths by which the bytes came. */
  Set<Path> paths() {
    return paths;
  }
}
