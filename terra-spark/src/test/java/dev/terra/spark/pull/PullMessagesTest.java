package dev.terra.spark.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PullMessagesTest {
  @Test
  void requestsComeBackAsTheyWere() {
    List<PullRequest> all = List.of(new PullRequest.Hello("root.etl"), new PullRequest.Hello(""), new PullRequest.Next("1-a-7", 1L << 40),
        new PullRequest.Open("1-a-7", "a1.example", "3", 0, List.of("shuffle_0_1_2", "shuffle_0_1_2_9")),
        new PullRequest.Open("1-a-7", "a1.example", "3", 1L << 40, List.of("shuffle_0_1_2")),
        new PullRequest.Tell(new PullCounts(1, 2, 3)));
    assertThat(all).allSatisfy(request -> assertThat(PullRequest.parse(request.encode())).isEqualTo(request));
  }

  @Test
  void malformedRequestsAreRefused() {
    assertThat(List.of("", "shuffle_0_1_2", "terra1\nhello\nq", "terra2\nhello", "terra2\nnext\nk", "terra2\nnext\nk\nx",
        "terra2\nopen\nk\nh", "terra2\nopen\nk\nh\n3\n=x",
        "terra2\ntell\n1,2", "terra2\ntell\n1,2,x", "terra2\nsell\nk")).allSatisfy(text ->
        assertThatThrownBy(() -> PullRequest.parse(text)).isInstanceOf(IllegalArgumentException.class));
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
