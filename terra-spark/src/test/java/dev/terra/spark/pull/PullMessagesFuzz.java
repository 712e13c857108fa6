package dev.terra.spark.pull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Fuzz target: any bytes as the request of an executor, or as the reply to it. The first byte decides which. */
public final class PullMessagesFuzz {
  private PullMessagesFuzz() {}

  /** Returns seeds: one of each kind of message. */
  public static List<byte[]> seeds() {
    return List.of(request(new PullRequest.Hello("default")),
        request(new PullRequest.Open("k1", "10.0.0.1", "3", 12_345, List.of("shuffle_1_2_3", "shuffle_1_2_3_9"))),
        request(new PullRequest.Next("k1", 1_000)), request(new PullRequest.Tell(PullCounts.NONE)),
        reply(PullReply.waiting()), reply(PullReply.lengths(new long[] {1, 2}, ByteBuffer.wrap(new byte[3]))),
        reply(PullReply.bytes(ByteBuffer.wrap(new byte[5]))));
  }

  private static byte[] request(PullRequest request) {
    return input(0, new PullMessage("application_1_1", request).encode().array());
  }

  private static byte[] reply(PullReply reply) {
    ByteBuffer encoded = reply.encode();
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return input(1, bytes);
  }

  private static byte[] input(int kind, byte[] bytes) {
    byte[] input = new byte[bytes.length + 1];
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    input[0] = (byte) kind;
    return input;
  }

  /** Checks that a message is either read, or refused with the one exception for that. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
    try {
      if ((input[0] & 1) == 0) {
        request(ByteBuffer.wrap(bytes));
      } else {
        PullReply.decode(ByteBuffer.wrap(bytes)).text();
      }
    } catch (IllegalArgumentException e) {
      // The decoder refuses a message with this exception.
      return;
    }
  }

  private static void request(ByteBuffer message) {
    if (PullMessage.decode(message).request() instanceof PullRequest.Open open) {
      open.blocks().forEach(BlockRange::parse);
      ExecutorNumber.of(open.executor());
    }
  }
}
