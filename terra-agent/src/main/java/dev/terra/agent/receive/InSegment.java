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
 * A segment on its way in: what its sender says of it, what has come of it, and how far its reader is. Bytes below {@code consumed} have
 * gone to the reader. On the agent's thread.
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

  /** What has come of it. */
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

  /** Whether a reader has asked for it. */
  boolean isAsked() {
    return asked;
  }

  /** A reader asks for it; true if none has before. */
  boolean ask() {
    boolean first = !asked;
    asked = true;
    return first;
  }

  /** Whether the sender's current session has given it a number. */
  boolean isNumbered() {
    return numbered;
  }

  /** Whether the sender's current session has given it this number. */
  boolean hasNumber(long id) {
    return numbered && senderId == id;
  }

  /** The number that the sender's current session gave it, if {@link #isNumbered}. */
  long senderId() {
    return senderId;
  }

  void senderId(long id) {
    numbered = true;
    senderId = id;
  }

  /** Bytes at offsets below this are waited for. */
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
   * The reader has the bytes below an offset above 0 already, from an earlier session of this agent; they have this checksum. What has
   * been pushed of them is of no use and is returned, as is a piece that only ends above.
   */
  List<Piece> resume(long offset, int crc) {
    consumed = offset;
    wanted = Math.max(wanted, offset);
    checksum.resume(crc);
    resumed = true;
    return pieces.skip(offset);
  }

  /** Whether an earlier session of this agent gave its reader the beginning. */
  boolean isResumed() {
    return resumed;
  }

  boolean complete() {
    return described() && pieces.receivedBytes() == partLength;
  }

  boolean consumedAll() {
    return described() && consumed == partLength;
  }

  /** What of all its bytes has not come. */
  List<ByteRange> missing() {
    return pieces.missing(0, partLength);
  }

  /**
   * The piece that the reader needs next, if it is here. The last one is kept back until the checksum of the whole segment is
   * known to be right, so that no reader believes to have all of a segment that isn't what was sent.
   */
  Optional<Piece> next() {
    return pieces.at(consumed).filter(piece -> consumed + piece.length() < partLength || !unverified());
  }

  /** Takes the piece that the reader needed out. */
  Piece consumeNext() {
    Piece piece = pieces.take(consumed);
    consumed += piece.length();
    checksum.consumed(piece);
    return piece;
  }

  /** Whether all is here and its checksum is on its way, or is not what it should be. */
  boolean unverified() {
    return checksum.follows() || checksumWrong();
  }

  /** Whether all is here and its checksum is not what it should be. */
  boolean checksumWrong() {
    return complete() && checksum.isWrong(pieces.all());
  }

  /** Nothing of it is here any more but what its reader has, and where it came from doesn't matter. */
  void forgetReceived() {
    pieces.forget(consumed, partLength);
    paths.clear();
  }

  void cameBy(Path path) {
    paths.add(path);
  }

  /** The paths by which its bytes came. */
  Set<Path> paths() {
    return paths;
  }
}
