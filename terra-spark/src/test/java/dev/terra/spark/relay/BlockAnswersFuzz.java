package dev.terra.spark.relay;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Any bytes as an agent's answer: its head, whose length the first byte is, and what follows. */
public final class BlockAnswersFuzz {
  private BlockAnswersFuzz() {}

  /** With and without checksums. */
  public static List<byte[]> seeds() {
    return List.of(seed(FetchHead.newBuilder().setChecksums(true)), seed(FetchHead.newBuilder()));
  }

  private static byte[] seed(FetchHead.Builder head) {
    byte[] bytes = head.addSegments(SegmentLength.newBuilder().setPartLength(3)).addSegments(SegmentLength.newBuilder()).build()
        .toByteArray();
    byte[] input = new byte[1 + bytes.length + 11];
    input[0] = (byte) bytes.length;
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    return input;
  }

  /** Passes on no more than the head says. */
  public static void fuzzerTestOneInput(byte[] input) {
    int headBytes = input.length == 0 ? 0 : Byte.toUnsignedInt(input[0]);
    if (headBytes >= input.length) {
      return;
    }
    try {
      take(FetchHead.parseFrom(ByteBuffer.wrap(input, 1, headBytes)), ByteBuffer.wrap(input, 1 + headBytes, input.length - 1 - headBytes));
    } catch (InvalidProtocolBufferException e) {
      // It is no head.
      return;
    }
  }

  private static void take(FetchHead head, ByteBuffer bytes) {
    Received received = new Received();
    if (!received.begin(head, 2).isEmpty()) {
      return;
    }
    AtomicLong passed = new AtomicLong();
    received.add(bytes.slice(), piece -> passed.addAndGet(piece.remaining()));
    long most = Math.addExact(received.lengths()[0], Math.min(received.lengths()[1], Long.MAX_VALUE - received.lengths()[0]));
    if (passed.get() > most) {
      throw new AssertionError(passed + " bytes of " + most);
    }
  }
}
