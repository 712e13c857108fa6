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
 * A segment in the cache, or on its way into it: its bytes from the first one on, each piece with its checksum. Its readers hear of what
 * comes, and as long as it has any it is not evicted. Only its {@link SegmentCache} changes it. On the agent's thread.
 */
final class CachedSegment {
  /** What a segment costs on the heap beside its bytes: its name, its entries in the books, its list of pieces, the first few of them. */
  private static final int OVERHEAD_BYTES = 1_024;
  /** Senders make pieces of 8 KiB or more, but for the last one; smaller ones cost more than is reckoned with. */
  private static final int LEAST_PIECE_BYTES = 4 << 10;
  /** Pieces that may be smaller. */
  private static final int SMALL_PIECES = 4;
  /** The part of the bytes that pieces cost beside them: some 100 bytes for each. */
  private static final int PIECES_PART = LEAST_PIECE_BYTES / 128;
  /** Further reads make no difference for how long it stays. */
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

  /** Reads one. */
  interface Reader {
    /** More of it is here, or more is known of it. */
    void news();

    /** No more of it comes. */
    void lost(Loss loss, String why);
  }

  /** Why no more of a segment comes. */
  enum Loss {
    /** It could not be had; another attempt may succeed. */
    FAILED,
    /** Its sender found that it is not worth Terra. */
    BYPASSED,
    /** Its shuffle is over. */
    ENDED
  }

  /** Some of its bytes, which nothing may change. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Kept(byte[] data, int crc) {
    /** Whether the bytes are still what they were. */
    boolean isIntact() {
      return Checksum.of(data) == crc;
    }
  }

  /**
   * One of which nothing is here.
   *
   * @param source the site that sends it
   * @param shared whether many readers are expected
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

  /** Whether its lengths are known, and there is room for it. */
  boolean isDescribed() {
    return described;
  }

  long partLength() {
    return partLength;
  }

  long rawLength() {
    return rawLength;
  }

  /** Whether all of it is here, and is what was sent. */
  boolean isWhole() {
    return whole;
  }

  /** The checksum of all its bytes, once it is whole. */
  int crc() {
    return crc;
  }

  /** Its pieces, as far as they are here. */
  List<Kept> pieces() {
    return Collections.unmodifiableList(pieces);
  }

  /** Its i-th piece, if that is here. */
  Optional<Kept> piece(int i) {
    return i < pieces.size() ? Optional.of(pieces.get(i)) : Optional.empty();
  }

  /** Whether it has been removed from the cache; it keeps its memory as long as it has readers. */
  boolean isGone() {
    return gone;
  }

  boolean hasReaders() {
    return !readers.isEmpty();
  }

  /** Its readers now. */
  Set<Reader> readers() {
    return new LinkedHashSet<>(readers);
  }

  /** Whether it was in the cache before, and is read again. */
  boolean isKnown() {
    return known;
  }

  void setKnown() {
    known = true;
  }

  /** Whether it is likely to be read again: many readers are expected, or there have been several. */
  boolean isReadOften() {
    return shared || known || joins > 1;
  }

  /** How often it was read since it was last passed over, to a small number. */
  int reads() {
    return reads;
  }

  /** It stays once more for having been read; false if it was not. */
  boolean forgetRead() {
    boolean was = reads > 0;
    reads -= was ? 1 : 0;
    return was;
  }

  /** What it takes of the cache. */
  long cost() {
    return described ? cost(partLength) : 0;
  }

  /** What a segment of a length takes of the cache. */
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

  /** Whether it came in so many small pieces that it takes more memory than it costs. */
  boolean isCrumbled() {
    return pieces.size() > SMALL_PIECES + received / LEAST_PIECE_BYTES;
  }

  /** All of it has come; false if it is not what was sent. */
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

  /** Gives its memory back. */
  void release() {
    pieces.clear();
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
