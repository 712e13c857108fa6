package dev.terra.spark.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.network.shuffle.protocol.BlockTransferMessage;
import org.apache.spark.network.shuffle.protocol.StreamHandle;
import org.junit.jupiter.api.Test;

class PullMessagesTest {
  @Test
  void requestsComeBackAsTheyWere() {
    List<PullRequest> all = List.of(new PullRequest.Hello("root.etl"), new PullRequest.Hello(""), new PullRequest.Next("1-a-7", 1L << 40),
        new PullRequest.Open("1-a-7", "a1.example", "3", 0, List.of("shuffle_0_1_2", "shuffle_0_1_2_9")),
        new PullRequest.Open("1-a-7", "a1.example", "3", 1L << 40, List.of("shuffle_0_1_2")),
        new PullRequest.Tell(new PullCounts(1, 2, 3)));
    assertThat(all).allSatisfy(request -> {
      PullMessage message = new PullMessage("application_1_1", request);
      assertThat(PullMessage.decode(message.encode())).isEqualTo(message);
    });
  }

  private static void refuses(byte[] message, String reason) {
    assertThatThrownBy(() -> PullMessage.decode(ByteBuffer.wrap(message))).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void malformedRequestsAreRefused() {
    byte[] open = new PullMessage("a", new PullRequest.Open("k", "h", "3", 0, List.of("shuffle_0_1_2"))).encode().array();
    refuses(new byte[0], "expected a request to Terra");
    refuses(new byte[] {0}, "expected a request to Terra");
    refuses(new byte[] {'T'}, "cut short");
    refuses(new byte[] {'T', 2, 0}, "speaks version 2, the node's version 3");
    refuses(new byte[] {'T', 3, 9, 0, 0}, "unknown kind 9");
    refuses(Arrays.copyOf(open, open.length - 1), "cut short");
    refuses(Arrays.copyOf(open, open.length + 2), "2 bytes too long");
    int count = open.length - 2 - "shuffle_0_1_2".length() - Integer.BYTES;
    open[count] = 1;
    refuses(open, "a request with 16777217 blocks in 15 bytes");
    open[count] = -1;
    refuses(open, "blocks in");
  }

  /** Spark's own service refuses such a message as one of an unknown type. */
  @Test
  void noMessageOfSparksIsTakenForARequest() {
    assertThat(BlockTransferMessage.Type.values()).noneMatch(type -> type.id() == PullMessage.MAGIC);
    assertThat(PullMessage.isOne(new StreamHandle(1, 1).toByteBuffer())).isFalse();
    assertThatThrownBy(() -> BlockTransferMessage.Decoder.fromByteBuffer(
        new PullMessage("a", new PullRequest.Hello("q")).encode())).hasMessageContaining("Unknown message type: " + PullMessage.MAGIC);
  }

  @Test
  void answersComeBackAsTheyWere() {
    byte[] body = {1, 2, 3};
    PullReply lengths = PullReply.decode(PullReply.lengths(new long[] {5, 1L << 40}, ByteBuffer.wrap(body)).encode());
    assertThat(lengths.kind()).isEqualTo(PullReply.Kind.LENGTHS);
    assertThat(lengths.lengths()).containsExactly(5, 1L << 40);
    assertThat(lengths.body()).isEqualTo(ByteBuffer.wrap(body));
    assertThat(PullReply.decode(PullReply.text(PullReply.Kind.STOCK, "zu groß").encode()).text()).isEqualTo("zu groß");
    assertThat(PullReply.decode(PullReply.waiting().encode()).kind()).isEqualTo(PullReply.Kind.WAIT);
  }

  @Test
  void whateverComesIsReadOrRefused() {
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      if (bytes.length > 0) {
        bytes[0] = (byte) random.nextInt(8);
      }
      try {
        assertThat(PullReply.decode(ByteBuffer.wrap(bytes)).body().remaining()).isLessThan(bytes.length);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching("an? .+");
      }
    }
  }

  @Test
  void blockIds() {
    assertThat(BlockRange.parse("shuffle_3_70_5")).contains(new BlockRange(3, 70, 5, 1));
    assertThat(BlockRange.parse("shuffle_3_70_5_9")).contains(new BlockRange(3, 70, 5, 4));
    assertThat(List.of("rdd_1_2", "shuffle_1_2", "shuffle_1_2_5_5", "shuffle_1_2_x", "shuffle_1_-2_3", "shuffle_1_2_3_4_5",
        "shuffleChunk_1_2_3_4", "shuffle_1_2_2147483647", "broadcast_1_piece0", "")).allSatisfy(id ->
        assertThat(BlockRange.parse(id)).isEmpty());
  }
}
