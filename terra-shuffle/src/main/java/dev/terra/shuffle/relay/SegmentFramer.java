package dev.terra.shuffle.relay;

import dev.terra.api.v1.SegmentLength;
import dev.terra.shuffle.output.MapId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/**
 * Makes a shuffle response's body out of segments: before each, Hadoop's header with its lengths. Not thread-safe.
 * <pre>
 * header(map 1) | bytes of map 1 | header(map 2) | bytes of map 2 | ...
 * </pre>
 */
final class SegmentFramer {
  private final List<SegmentLength> segments;
  private final List<byte[]> headers;
  private final List<CRC32C> checksums;
  private int current = -1;
  private long leftBytes;

  /** Of a response to a reducer: its part of these maps, with the lengths of the segments that these are. */
  SegmentFramer(List<MapId> maps, int reduce, List<SegmentLength> segments) {
    this.segments = List.copyOf(segments);
    this.checksums = segments.stream().map(segment -> new CRC32C()).toList();
    this.headers = IntStream.range(0, segments.size()).mapToObj(i -> header(maps.get(i), reduce, segments.get(i))).toList();
  }

  private static byte[] header(MapId map, int reduce, SegmentLength segment) {
    try (DataOutputBuffer out = new DataOutputBuffer()) {
      new ShuffleHeader(map.value(), segment.getPartLength(), segment.getRawLength(), reduce).write(out);
      return Arrays.copyOf(out.getData(), out.getLength());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The length of the whole body. */
  long bodyBytes() {
    return payloadBytes() + headers.stream().mapToLong(header -> header.length).sum();
  }

  /** The length of the segments alone. */
  long payloadBytes() {
    return segments.stream().mapToLong(SegmentLength::getPartLength).sum();
  }

  /** How many bytes of each segment have been framed. */
  List<Long> framedBytes() {
    List<Long> framed = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      long all = segments.get(i).getPartLength();
      framed.add(i < current ? all : i == current ? all - leftBytes : 0);
    }
    return framed;
  }

  /** The CRC32C of each of these runs of bytes. */
  List<Integer> framedChecksums() {
    return checksums.stream().map(crc -> (int) crc.getValue()).toList();
  }

  /** Whether it is of these segments, in this order and of these lengths. */
  boolean isOf(List<SegmentLength> others) {
    return segments.equals(others);
  }

  /** Frames the readable bytes, which may end anywhere; returns how many of them were taken. */
  long frame(ByteBuf in, Consumer<ByteBuf> out) {
    long taken = 0;
    while (leftBytes > 0 ? in.isReadable() : current + 1 < segments.size()) {
      if (leftBytes == 0) {
        current++;
        leftBytes = segments.get(current).getPartLength();
        out.accept(Unpooled.wrappedBuffer(headers.get(current)));
      } else {
        int length = (int) Math.min(leftBytes, in.readableBytes());
        checksums.get(current).update(in.nioBuffer(in.readerIndex(), length));
        out.accept(in.readRetainedSlice(length));
        leftBytes -= length;
        taken += length;
      }
    }
    return taken;
  }
}
