package dev.terra.shuffle.relay;

import com.google.common.primitives.Bytes;
import com.google.common.primitives.Ints;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.segment.FetchHeadReader;
import dev.terra.shuffle.output.MapId;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/** Any bytes as the body of an agent's answer; the first says where reads cut them. */
public final class AgentAnswersFuzz {
  private static final MapId MAP = MapId.parse("attempt_1_0001_m_000000_0").orElseThrow();
  private static final int MOST_SEGMENTS = 1_000;

  private AgentAnswersFuzz() {}

  /** Answers with and without checksums. */
  public static List<byte[]> seeds() {
    byte[] data = "some segment".getBytes(StandardCharsets.US_ASCII);
    CRC32C crc = new CRC32C();
    crc.update(data);
    return List.of(answer(FetchHead.newBuilder().addSegments(length(data.length)), data),
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

  /** Frames no more than the head says, and with checksums nothing whole that is wrong. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int cut = Math.max(1, Byte.toUnsignedInt(input[0]));
    try {
      take(Arrays.copyOfRange(input, 1, input.length), cut);
    } catch (IOException e) {
      // That is how an answer is refused.
      return;
    }
  }

  private static void take(byte[] bytes, int cut) throws IOException {
    FetchHeadReader reader = new FetchHeadReader(AgentSource.MAX_HEAD_BYTES);
    Optional<SegmentFramer> framer = Optional.empty();
    AtomicLong out = new AtomicLong();
    try {
      for (int from = 0; from < bytes.length; from += cut) {
        ByteBuf in = Unpooled.copiedBuffer(bytes, from, Math.min(cut, bytes.length - from));
        try {
          if (framer.isEmpty()) {
            framer = AgentSource.read(reader, in).flatMap(AgentAnswersFuzz::framer);
          }
          if (framer.isPresent()) {
            framer.get().frame(in, piece -> {
              out.addAndGet(piece.readableBytes());
              piece.release();
            });
          }
        } finally {
          in.release();
        }
      }
      if (framer.isPresent() && out.get() > framer.get().bodyBytes()) {
        throw new AssertionError(out + " bytes of " + framer.get().bodyBytes());
      }
    } finally {
      framer.ifPresent(SegmentFramer::dropHeld);
    }
  }

  private static Optional<SegmentFramer> framer(FetchHead head) {
    List<SegmentLength> lengths = head.getSegmentsList();
    if (lengths.size() > MOST_SEGMENTS || lengths.stream().anyMatch(length -> length.getPartLength() < 0 || length.getRawLength() < 0)) {
      return Optional.empty();
    }
    SegmentFramer framer = new SegmentFramer(Collections.nCopies(lengths.size(), MAP), 1, lengths);
    framer.begin(head.getChecksums());
    return Optional.of(framer);
  }
}
