package dev.terra.agent.cache;

import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A segment in the cache or on its way into it: its bytes from the first one on, each piece with its checksum. Its readers are notified of
 * what arrives, and it is not evicted as long as it has readers. Only its {@link SegmentCache} changes it. It is used on the agent's thread
 * only.
 */
final class CachedSegment {
  /**
   * The bytes of heap that a segment takes besides its data: its name, its entries in the books, its list of pieces and the first few of
   * them.
   */
  private static final int OVERHEAD_BYTES = 1_024;
  /**
   * The least average size of a piece. Senders make pieces of 8 KiB or more, except for the last one; smaller pieces take more heap than is
   * accounted for.
   */
  private static final int LEAST_PIECE_BYTES = 4 << 10;
  /** The number of pieces that may be smaller. */
  private static final int SMALL_PIECES = 4;
  /** The size of the data divided by what pieces take besides it: about 100 bytes for each piece. */
  private static final int PIECES_PART = LEAST_PIECE_BYTES / 128;
  /** The most reads that count. Further reads do not lengthen a segment's stay. */
  private static final int MOST_READS = 3;

  private final SegmentId id;
  private final SiteId source;
  private final boolean shared;
  private final List<Kept> pieces = new ArrayList<>();
  private final Set<Reader> readers = new LinkedHashSet<>();
  private boolean described;
  private long partLength;
  private long rawLength;
  private long received;
  private int crc;
  private boolean whole;
  private boolean gone;
  private boolean known;
  private int joins;
  private int reads;

  /** A reader of a segment. */
  interface Reader {
    /** Handles the arrival of more bytes of the segment, or of its description. */
    void news();

    /** Handles that no more of the segment arrives. */
    void lost(Loss loss, String why);
  }

  /** The reason why no more of a segment arrives. */
  enum Loss {
    /** The segment could not be fetched; another attempt may succeed. */
    FAILED,
    /** Its sender found that it is not worth sending by Terra. */
    BYPASSED,
    /** Its shuffle is over. */
    ENDED
  }

  /** Some bytes of a segment with their checksum. Nothing may change the bytes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Kept(byte[] data, int crc) {
    /** Returns whether the bytes still match their checksum. */
    boolean isIntact() {
      return Checksum.of(data) == crc;
    }
  }

  /**
   * Creates a segment of which no byte is here.
   *
   * @param source the site that sends the segment
   * @param shared true if many readers are expected
   */
  CachedSegment(SegmentId id, SiteId source, boolean shared) {
    this.id = id;
    this.source = source;
    this.shared = shared;
  }

  SegmentId id() {
    return id;
  }

  SiteId source() {
    return source;
  }

  boolean isShared() {
    return shared;
  }

  /** Returns whether the segment's lengths are known and memory is reserved for it. */
  boolean isDescribed() {
    return described;
  }

  long partLength() {
    return partLength;
  }

  long rawLength() {
    return rawLength;
  }

  /** Returns whether all of the segment is here and its checksum was right. */
  boolean isWhole() {
    return whole;
  }

  /** Returns the checksum of all bytes once the segment is whole. */
  int crc() {
    return crc;
  }

  /** Returns the pieces that are here. */
  List<Kept> pieces() {
    return Collections.unmodifiableList(pieces);
  }

  /** Returns the i-th piece, if it is here. */
  Optional<Kept> piece(int i) {
    return i < pieces.size() ? Optional.of(pieces.get(i)) : Optional.empty();
  }

  /** Returns whether the segment has been removed from the cache; it keeps its memory as long as it has readers. */
  boolean isGone() {
    return gone;
  }

  boolean hasReaders() {
    return !readers.isEmpty();
  }

  /** Returns a copy of the set of its readers. */
  Set<Reader> readers() {
    return new LinkedHashSet<>(readers);
  }

  /** Returns whether the segment was in the cache before and is read again. */
  boolean isKnown() {
    return known;
  }

  void setKnown() {
    known = true;
  }

  /** Returns whether the segment is likely to be read again: many readers are expected, or there have been several. */
  boolean isReadOften() {
    return shared || known || joins > 1;
  }

  /** Returns how many reads still let the segment stay, at most a small number. */
  int reads() {
    return reads;
  }

  /** Uses up one read, which lets the segment stay once more; returns false if there was none. */
  boolean forgetRead() {
    boolean was = reads > 0;
    reads -= was ? 1 : 0;
    return was;
  }

  /** Returns the bytes of the cache that the segment takes. */
  long cost() {
    return described ? cost(partLength) : 0;
  }

  /** Returns the bytes of the cache that a segment of a length takes. */
  static long cost(long length) {
    return OVERHEAD_BYTES + length + length / PIECES_PART;
  }

  void describe(long part, long raw) {
    described = true;
    partLength = part;
    rawLength = raw;
  }

  void add(byte[] data) {
    int ofPiece = Checksum.of(data);
    pieces.add(new Kept(data, ofPiece));
    received += data.length;
    crc = Checksum.combine(crc, ofPiece, data.length);
  }

  /** Returns whether the segment arrived in so many small pieces that it takes more memory than is accounted for. */
  boolean isCrumbled() {
    return pieces.size() > SMALL_PIECES + received / LEAST_PIECE_BYTES;
  }

  /** Notes that all of the segment has arrived; returns false if it is not what was sent. */
  boolean finish(int sent) {
    whole = received == partLength && crc == sent;
    return whole;
  }

  void join(Reader reader) {
    readers.add(reader);
    joins++;
    reads = Math.min(MOST_READS, reads + 1);
  }

  void leave(Reader reader) {
    readers.remove(reader);
  }

  void setGone() {
    gone = true;
  }

  /** Gives the segment's memory back. */
  void release() {
    pieces.clear();
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
