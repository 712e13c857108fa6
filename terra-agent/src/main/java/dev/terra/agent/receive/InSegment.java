package dev.terra.agent.receive;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A segment on its way in. {@code received} are the bytes that are or were here; {@code pieces} are those still here, by
 * offset, never overlapping; bytes below {@code consumed} have gone to the reader. On the agent's thread.
 */
final class InSegment {
  private static final long UNKNOWN = -1;

  private final SegmentCopy key;
  private final SiteId source;
  private final ByteRanges received = new ByteRanges();
  private final ByteRanges unsafe = new ByteRanges();
  private final ByteRanges refused = new ByteRanges();
  private final TreeMap<Long, Piece> pieces = new TreeMap<>();
  private long partLength = UNKNOWN;
  private long rawLength = UNKNOWN;
  private long senderId = UNKNOWN;
  private final Set<Path> paths = new LinkedHashSet<>();
  private Optional<Integer> checksum = Optional.empty();
  private boolean checksumFollows;
  private int mismatches;
  private int consumedCrc;
  private long consumed;
  private long wanted;
  private boolean resumed;
  private Fetch reader;

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

  boolean described() {
    return partLength >= 0;
  }

  long partLength() {
    return partLength;
  }

  long rawLength() {
    return rawLength;
  }

  void describe(long part, long raw) {
    partLength = part;
    rawLength = raw;
  }

  /** The number that the sender's current session gave it; negative if none. */
  long senderId() {
    return senderId;
  }

  void senderId(long id) {
    senderId = id;
  }

  /** Who streams it out; exactly one may. */
  Optional<Fetch> reader() {
    return Optional.ofNullable(reader);
  }

  void reader(Fetch fetch) {
    reader = fetch;
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
    List<Piece> useless = new ArrayList<>();
    while (!pieces.isEmpty() && pieces.firstKey() < offset) {
      Map.Entry<Long, Piece> first = pieces.pollFirstEntry();
      received.remove(first.getKey(), first.getKey() + first.getValue().length());
      useless.add(first.getValue());
    }
    received.add(0, offset);
    unsafe.remove(0, offset);
    consumed = offset;
    wanted = Math.max(wanted, offset);
    consumedCrc = crc;
    resumed = true;
    return useless;
  }

  /** Whether an earlier session of this agent gave its reader the beginning. */
  boolean isResumed() {
    return resumed;
  }

  /** What is here and on no way to the disk. */
  List<ByteRanges.ByteRange> safeRanges() {
    return received.asList().stream().filter(range -> safe(range.start(), range.end())).toList();
  }

  long receivedBytes() {
    return received.size();
  }

  boolean complete() {
    return described() && received.size() == partLength;
  }

  boolean consumedAll() {
    return described() && consumed == partLength;
  }

  List<ByteRanges.ByteRange> missing(long start, long end) {
    return received.missing(start, end);
  }

  /** Bytes that are on their way to the disk are here but can't be vouched for yet. */
  boolean safe(long start, long end) {
    return unsafe.present(start, end) == 0;
  }

  void put(long start, Piece piece) {
    pieces.put(start, piece);
  }

  void markReceived(long start, long end) {
    received.add(start, end);
  }

  void markUnsafe(long start, long end) {
    unsafe.add(start, end);
  }

  void markSafe(long start, long end) {
    unsafe.remove(start, end);
  }

  /** Notes that these bytes came and there was no room. */
  void refuse(long start, long end) {
    refused.add(start, end);
  }

  /** The bytes that came and found no room, and have not come again; forgets them. */
  List<ByteRanges.ByteRange> takeRefused() {
    List<ByteRanges.ByteRange> result = new ArrayList<>();
    for (ByteRanges.ByteRange range : refused.asList()) {
      result.addAll(received.missing(range.start(), range.end()));
      refused.remove(range.start(), range.end());
    }
    return result;
  }

  boolean hasRefused() {
    return refused.size() > 0;
  }

  /** Forgets bytes that turned out to be lost; the piece at this offset is taken out, if it is still here. */
  Optional<Piece> lose(long start, long end) {
    received.remove(start, end);
    unsafe.remove(start, end);
    return Optional.ofNullable(pieces.remove(start));
  }

  /**
   * The piece that the reader needs next, if it is here. The last one is kept back until the checksum of the whole segment is
   * known to be right, so that no reader believes to have all of a segment that isn't what was sent.
   */
  Optional<Piece> next() {
    return Optional.ofNullable(pieces.get(consumed)).filter(piece -> consumed + piece.length() < partLength || !unverified());
  }

  /** Nothing of it is here any more, and where it came from doesn't matter. */
  void forgetReceived() {
    received.remove(0, partLength);
    unsafe.remove(0, partLength);
    paths.clear();
  }

  /** The sender says what the checksum of the whole is, or that it will once it has read all of it. */
  void checksum(Optional<Integer> crc, boolean follows) {
    checksum = crc.or(() -> checksum);
    checksumFollows = follows && checksum.isEmpty();
  }

  /** Whether all is here and its checksum is on its way, or not what it should be. */
  boolean unverified() {
    return checksumFollows || checksumWrong();
  }

  /** Whether all is here and its checksum is not what it should be. */
  boolean checksumWrong() {
    if (!complete() || checksum.isEmpty()) {
      return false;
    }
    int crc = consumedCrc;
    for (Piece piece : pieces.values()) {
      crc = Checksum.combine(crc, piece.crc(), piece.length());
    }
    return crc != checksum.get();
  }

  /** Notes another mismatch; how many there have been. */
  int mismatch() {
    return ++mismatches;
  }

  void cameBy(Path path) {
    paths.add(path);
  }

  /** The paths by which its bytes came. */
  Set<Path> paths() {
    return paths;
  }

  /** Takes the piece that the reader needed out. */
  Piece consumeNext() {
    Piece piece = pieces.remove(consumed);
    consumed += piece.length();
    consumedCrc = Checksum.combine(consumedCrc, piece.crc(), piece.length());
    return piece;
  }

  List<Piece> drain() {
    List<Piece> all = List.copyOf(pieces.values());
    pieces.clear();
    return all;
  }

  NavigableMap<Long, Piece> pieces() {
    return pieces;
  }
}
