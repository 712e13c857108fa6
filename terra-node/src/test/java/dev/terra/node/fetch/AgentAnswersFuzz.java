package dev.terra.node.fetch;

import com.google.common.primitives.Bytes;
import com.google.common.primitives.Ints;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentLength;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Fuzz target: any bytes as the body of an agent's answer. The first byte sets the length of the pieces in which the others are read. */
public final class AgentAnswersFuzz {
  private static final int SEGMENTS = 2;

  private AgentAnswersFuzz() {}

  /** Returns seeds: answers with and without checksums. */
  public static List<byte[]> seeds() {
    byte[] data = "some segment".getBytes(StandardCharsets.US_ASCII);
    CRC32C crc = new CRC32C();
    crc.update(data);
    return List.of(answer(FetchHead.newBuilder().addSegments(length(data.length)).addSegments(length(0)), data),
        answer(FetchHead.newBuilder().addSegments(length(data.length)).addSegments(length(0)).setChecksums(true),
            Bytes.concat(data, Ints.toByteArray((int) crc.getValue()), new byte[Integer.BYTES])));
  }

  private static SegmentLength length(long bytes) {
    return SegmentLength.newBuilder().setPartLength(bytes).setRawLength(2 * bytes).build();
  }

  private static byte[] answer(FetchHead.Builder head, byte[] data) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(7);
    try {
      head.build().writeDelimitedTo(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    all.writeBytes(data);
    return all.toByteArray();
  }

  /** Checks that no more is passed on than the head announces, and that with checksums no wrong segment is passed on whole. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    SegmentStream stream = new SegmentStream(Collections.nCopies(SEGMENTS, ProducerOutput.getDefaultInstance()));
    try {
      take(stream, Arrays.copyOfRange(input, 1, input.length), Math.max(1, Byte.toUnsignedInt(input[0])));
    } catch (IOException | ArithmeticException e) {
      // The stream refuses an answer with an exception.
      return;
    } finally {
      stream.dropHeld();
    }
  }

  private static void take(SegmentStream stream, byte[] bytes, int cut) throws IOException {
    FetchHeadReader reader = new FetchHeadReader(SEGMENTS);
    Passed passed = new Passed();
    for (int from = 0; from < bytes.length; from += cut) {
      ByteBuf in = Unpooled.copiedBuffer(bytes, from, Math.min(cut, bytes.length - from));
      try {
        if (!stream.hasBegun()) {
          Optional<FetchHead> head = reader.read(in);
          if (head.isPresent()) {
            stream.begin(head.get(), bytes.length - reader.consumedBytes(), passed);
          }
        }
        stream.take(in, passed);
      } finally {
        in.release();
      }
    }
    if (passed.bytes > passed.expected || stream.isWhole() != (stream.hasBegun() && passed.bytes == passed.expected)) {
      throw new AssertionError(passed.bytes + " bytes of " + passed.expected);
    }
  }

  private static final class Passed implements SegmentStream.Sink {
    private long bytes;
    private long expected;

    @Override
    public void lengths(List<SegmentLength> lengths) {
      expected = lengths.stream().mapToLong(SegmentLength::getPartLength).sum();
    }

    @Override
    public void bytes(ByteBuf part) {
      bytes += part.readableBytes();
      part.release();
    }
  }
}
