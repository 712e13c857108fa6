package dev.terra.node.fetch;

import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentLength;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.zip.CRC32C;

/**
 * The segments of one fetch, one after the other, as agents send them. If an agent ends, the next agent continues where the first one
 * stopped: the stream keeps how much of each segment has been passed on, and the checksum of that part. Not thread-safe.
 * <pre>
 * bytes of segment 0 | its CRC32C | bytes of segment 1 | its CRC32C | ...
 * </pre>
 *
 * <p>The checksums, which an agent may leave out, are those that the origin computed when it read the segments. The last bytes of a segment
 * are held back until its checksum has arrived and matches.
 */
public final class SegmentStream {
  private final List<ProducerOutput> wanted;
  private List<SegmentLength> lengths = List.of();
  private List<Segment> segments = List.of();
  private ByteBuf held = Unpooled.EMPTY_BUFFER;
  private boolean begun;
  private boolean checked;
  private int current;
  private int entered;
  private int checksum;
  private int checksumBytes;

  /** The engine's end of the stream. */
  public interface Sink {
    /** Takes all lengths; it is called once. */
    void lengths(List<SegmentLength> lengths);

    /**
     * Notes that the stream has come to a segment; it is called once for each, before the segment's bytes. An engine without headers has
     * nothing to do.
     */
    default void segment(int index) {}

    /** Takes the next bytes of the segment; the sink owns the buffer. */
    void bytes(ByteBuf part);
  }

  /** A segment, and how much of it has been passed on. */
  private static final class Segment {
    private final long length;
    private final CRC32C crc = new CRC32C();
    private long taken;

    Segment(long length) {
      this.length = length;
    }

    long left() {
      return length - taken;
    }

    int checksum() {
      return (int) crc.getValue();
    }

    void note(ByteBuf part) {
      crc.update(part.nioBuffer());
      taken += part.readableBytes();
    }
  }

  /** A part of a segment that was passed on and that no checksum of the whole segment has verified. */
  public record Unproven(int segment, long length, int checksum) {}

  /** Creates a stream of the segments of these outputs, of which nothing is known yet. */
  public SegmentStream(List<ProducerOutput> wanted) {
    this.wanted = List.copyOf(wanted);
  }

  /**
   * Begins the response of an agent that sends the rest.
   *
   * @param contentBytes the bytes of its response, without the head
   * @throws IOException if the head does not match the request, an earlier head, or the length of the response
   */
  void begin(FetchHead head, long contentBytes, Sink sink) throws IOException {
    check(head);
    boolean first = !begun;
    List<Segment> all = first ? head.getSegmentsList().stream().map(one -> new Segment(one.getPartLength())).toList() : segments;
    long checksumsBytes = head.getChecksums() ? (long) Integer.BYTES * all.size() : 0;
    if (Math.addExact(sum(all, Segment::left), checksumsBytes) != contentBytes) {
      throw new IOException("lengths that contradict the content's " + contentBytes + " bytes");
    }
    dropHeld();
    segments = all;
    lengths = head.getSegmentsList();
    begun = true;
    checked = head.getChecksums();
    current = 0;
    checksumBytes = 0;
    if (first) {
      sink.lengths(lengths);
    }
  }

  private void check(FetchHead head) throws IOException {
    List<ProducerOutput> offered = head.getSegmentsList().stream().map(SegmentLength::getOutput).toList();
    if (!wanted.equals(offered)) {
      throw new IOException("other segments than requested: " + offered.size() + " instead of " + wanted.size());
    }
    if (head.getSegmentsList().stream().anyMatch(one -> one.getPartLength() < 0 || one.getRawLength() < 0)) {
      throw new IOException("a negative length");
    }
    if (head.getResumed() != (takenBytes() > 0) || (begun && !lengths.equals(head.getSegmentsList()))) {
      throw new IOException("not the rest of an answer of which " + takenBytes() + " bytes have been passed on");
    }
  }

  private static long sum(List<Segment> segments, ToLongFunction<Segment> of) {
    return segments.stream().mapToLong(of).reduce(0, Math::addExact);
  }

  /**
   * Takes the readable bytes, which may end anywhere, and passes them on.
   *
   * @throws CorruptBytesException if a segment is not what its origin has read
   */
  void take(ByteBuf in, Sink sink) throws CorruptBytesException {
    while (current < segments.size()) {
      Segment segment = segments.get(current);
      enter(sink);
      if (segment.left() > 0 && !held.isReadable()) {
        if (!in.isReadable()) {
          return;
        }
        pass(segment, in, sink);
      } else if (checked && !readChecksum(in)) {
        return;
      } else {
        finish(segment, sink);
      }
    }
  }

  private void enter(Sink sink) {
    if (entered == current) {
      entered++;
      sink.segment(current);
    }
  }

  private void pass(Segment segment, ByteBuf in, Sink sink) {
    int length = (int) Math.min(segment.left(), in.readableBytes());
    ByteBuf part = in.readRetainedSlice(length);
    if (checked && length == segment.left()) {
      held = part;
    } else {
      segment.note(part);
      sink.bytes(part);
    }
  }

  /** Reads the available bytes of a checksum; returns whether the checksum is complete. */
  private boolean readChecksum(ByteBuf in) {
    while (checksumBytes < Integer.BYTES && in.isReadable()) {
      checksum = checksum << Byte.SIZE | in.readUnsignedByte();
      checksumBytes++;
    }
    return checksumBytes == Integer.BYTES;
  }

  private void finish(Segment segment, Sink sink) throws CorruptBytesException {
    ByteBuf last = held;
    segment.note(last);
    if (checked && segment.checksum() != checksum) {
      throw new CorruptBytesException("segment " + current + " of the answer, " + segment.taken + " bytes");
    }
    held = Unpooled.EMPTY_BUFFER;
    checksumBytes = 0;
    current++;
    if (last.isReadable()) {
      sink.bytes(last);
    }
  }

  /** Releases the bytes that are held back, since the agent sends no more; they do not count as passed on. */
  void dropHeld() {
    held.release();
    held = Unpooled.EMPTY_BUFFER;
  }

  /** Returns whether the lengths are known. */
  public boolean hasBegun() {
    return begun;
  }

  /** Returns whether all segments have been passed on. */
  public boolean isWhole() {
    return begun && current == segments.size();
  }

  /** Returns how many bytes of all segments together have been passed on. */
  public long takenBytes() {
    return sum(segments, segment -> segment.taken);
  }

  /** Returns how many bytes of each segment have been passed on; empty before the lengths are known. */
  List<Long> taken() {
    return segments.stream().map(segment -> segment.taken).toList();
  }

  /** Returns the CRC32C of the bytes of each segment that have been passed on. */
  List<Integer> takenChecksums() {
    return segments.stream().map(Segment::checksum).toList();
  }

  /** Returns the part of the segment in which an agent has ended, if it has ended within a segment. */
  public Optional<Unproven> unproven() {
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      if (segment.taken > 0 && segment.left() > 0) {
        return Optional.of(new Unproven(i, segment.taken, segment.checksum()));
      }
    }
    return Optional.empty();
  }

  /** Returns the position of the stream, in words. */
  String progress() {
    return begun ? "segment " + (current + 1) + " of " + segments.size() + ", " + takenBytes() + " bytes in all" : "the lengths";
  }
}
