package dev.terra.shuffle.relay;

import dev.terra.api.v1.SegmentLength;
import dev.terra.node.fetch.SegmentStream.Unproven;
import dev.terra.shuffle.output.MapId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/**
 * The body of a shuffle response: before each segment, Hadoop's header with its lengths.
 * <pre>
 * header(map 1) | bytes of map 1 | header(map 2) | bytes of map 2 | ...
 * </pre>
 */
final class ResponseFraming {
  private final List<byte[]> headers;
  private final List<SegmentLength> lengths;

  /** Makes the framing of the response to a reducer: its part of these maps, with the lengths of these segments. */
  ResponseFraming(List<MapId> maps, int reduce, List<SegmentLength> lengths) {
    this.lengths = lengths;
    this.headers = IntStream.range(0, lengths.size()).mapToObj(i -> header(maps.get(i), reduce, lengths.get(i))).toList();
  }

  private static byte[] header(MapId map, int reduce, SegmentLength segment) {
    try (DataOutputBuffer out = new DataOutputBuffer()) {
      new ShuffleHeader(map.value(), segment.getPartLength(), segment.getRawLength(), reduce).write(out);
      return Arrays.copyOf(out.getData(), out.getLength());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the header before a segment. */
  ByteBuf header(int segment) {
    return Unpooled.wrappedBuffer(headers.get(segment));
  }

  /** Returns the length of the body; an {@link ArithmeticException} is thrown if it exceeds a long. */
  long bodyBytes() {
    return before(lengths.size());
  }

  private long before(int segment) {
    return IntStream.range(0, segment).mapToLong(i -> Math.addExact(headers.get(i).length, lengths.get(i).getPartLength()))
        .reduce(0, Math::addExact);
  }

  /** Returns the position in the body of a part of a segment that was sent. */
  SentPrefix sent(Unproven part) {
    return new SentPrefix(before(part.segment()) + headers.get(part.segment()).length, part.length(), part.checksum());
  }
}
