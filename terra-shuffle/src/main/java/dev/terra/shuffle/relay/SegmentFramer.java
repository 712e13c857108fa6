package dev.terra.shuffle.relay;

import dev.terra.api.v1.SegmentLength;
import dev.terra.shuffle.output.MapId;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/**
 * Makes a shuffle response's body out of segments: before each, Hadoop's header with its lengths. Not thread-safe.
 * <pre>
 * header(map 1) | bytes of map 1 | header(map 2) | bytes of map 2 | ...
 * </pre>
 *
 * <p>Where the source sends the checksum of each segment behind it, as it was read at its origin, the last bytes of a segment are held back
 * until it has come and is right.
 */
final class SegmentFramer {
  private final List<SegmentLength> lengths;
  private final List<FramedSegment> segments;
  private boolean checked;
  private int current;
  private int checksum;
  private int checksumBytes;
  private Optional<ByteBuf> held = Optional.empty();

  /** Of a response to a reducer: its part of these maps, with the lengths of the segments that these are. */
  SegmentFramer(List<MapId> maps, int reduce, List<SegmentLength> lengths) {
    this.lengths = List.copyOf(lengths);
    this.segments = IntStream.range(0, lengths.size())
        .mapToObj(i -> new FramedSegment(header(maps.get(i), reduce, lengths.get(i)), lengths.get(i).getPartLength())).toList();
  }

  private static byte[] header(MapId map, int reduce, SegmentLength segment) {
    try (DataOutputBuffer out = new DataOutputBuffer()) {
      new ShuffleHeader(map.value(), segment.getPartLength(), segment.getRawLength(), reduce).write(out);
      return Arrays.copyOf(out.getData(), out.getLength());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The length of the whole body; an {@link ArithmeticException} where the lengths are more than anything has. */
  long bodyBytes() {
    return segments.stream().mapToLong(FramedSegment::bodyBytes).reduce(0, Math::addExact);
  }

  /** How many bytes of each segment have been framed. */
  List<Long> framedBytes() {
    return segments.stream().map(FramedSegment::framed).toList();
  }

  /** The CRC32C of each of these runs of bytes. */
  List<Integer> framedChecksums() {
    return segments.stream().map(FramedSegment::crc).toList();
  }

  /** Whether it is of these segments, in this order and of these lengths. */
  boolean isOf(List<SegmentLength> others) {
    return lengths.equals(others);
  }

  /**
   * What a source sends that goes on here: what is left of each segment and, if so agreed, all checksums. An {@link ArithmeticException}
   * where that is more than anything has.
   */
  long sourceBytes(boolean withChecksums) {
    return segments.stream().mapToLong(FramedSegment::left).reduce(0, Math::addExact) + (withChecksums
        ? (long) Integer.BYTES * segments.size() : 0);
  }

  /** A source begins to send that. */
  void begin(boolean withChecksums) {
    dropHeld();
    checked = withChecksums;
    current = 0;
    checksumBytes = 0;
  }

  /** What is held back of a source that has ended does not count as framed. */
  void dropHeld() {
    held.ifPresent(ByteBuf::release);
    held = Optional.empty();
  }

  /**
   * Frames the readable bytes, which may end anywhere; returns how many of them were taken.
   *
   * @throws CorruptBytesException if a segment is not what its origin has read
   */
  long frame(ByteBuf in, Consumer<ByteBuf> out) throws CorruptBytesException {
    long taken = 0;
    while (current < segments.size()) {
      FramedSegment segment = segments.get(current);
      segment.begin(out);
      if (segment.left() > 0 && held.isEmpty()) {
        if (!in.isReadable()) {
          return taken;
        }
        taken += take(segment, in, out);
      } else if (!checked || readChecksum(in)) {
        finish(segment, out);
      } else {
        return taken;
      }
    }
    return taken;
  }

  private int take(FramedSegment segment, ByteBuf in, Consumer<ByteBuf> out) {
    int length = (int) Math.min(segment.left(), in.readableBytes());
    ByteBuf bytes = in.readRetainedSlice(length);
    if (checked && length == segment.left()) {
      held = Optional.of(bytes);
    } else {
      segment.note(bytes);
      out.accept(bytes);
    }
    return length;
  }

  /** Whether the checksum is whole. */
  private boolean readChecksum(ByteBuf in) {
    while (checksumBytes < Integer.BYTES && in.isReadable()) {
      checksum = checksum << Byte.SIZE | in.readUnsignedByte();
      checksumBytes++;
    }
    return checksumBytes == Integer.BYTES;
  }

  private void finish(FramedSegment segment, Consumer<ByteBuf> out) throws CorruptBytesException {
    held.ifPresent(segment::note);
    if (checked && segment.crc() != checksum) {
      throw new CorruptBytesException("segment " + current + " of the answer, " + segment.framed() + " bytes");
    }
    held.ifPresent(out);
    held = Optional.empty();
    checksumBytes = 0;
    current++;
  }

  /**
   * Bytes that have gone to the reducer and that no checksum of a whole segment has proved.
   *
   * @param start of the first of them in the body
   */
  record Unproven(long start, long length, int crc) {}

  /** The beginning of the segment in which a source has ended, if there is one. */
  Optional<Unproven> unproven() {
    long before = 0;
    for (FramedSegment segment : segments) {
      if (segment.framed() > 0 && segment.left() > 0) {
        return Optional.of(new Unproven(before + segment.headerBytes(), segment.framed(), segment.crc()));
      }
      before += segment.bodyBytes();
    }
    return Optional.empty();
  }
}
