package dev.terra.spark.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Ints;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks and their checksums, however they are cut. */
class ReceivedTest {
  private static final int[] LENGTHS = {0, 100, 1, 0, 37};

  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream expected = new ByteArrayOutputStream();
  private final byte[] sent = sent();

  private byte[] sent() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Random random = new Random(1);
    for (int length : LENGTHS) {
      byte[] block = new byte[length];
      random.nextBytes(block);
      CRC32C crc = new CRC32C();
      crc.update(block);
      expected.writeBytes(block);
      all.writeBytes(block);
      all.writeBytes(Ints.toByteArray((int) crc.getValue()));
    }
    return all.toByteArray();
  }

  private static FetchHead head(boolean resumed) {
    FetchHead.Builder head = FetchHead.newBuilder().setChecksums(true).setResumed(resumed);
    for (int length : LENGTHS) {
      head.addSegments(SegmentLength.newBuilder().setPartLength(length));
    }
    return head.build();
  }

  private void pass(ByteBuffer piece) {
    byte[] bytes = new byte[piece.remaining()];
    piece.get(bytes);
    passed.writeBytes(bytes);
  }

  private String add(Received received, byte[] bytes, int cut) {
    String problem = "";
    for (int from = 0; from < bytes.length && problem.isEmpty(); from += cut) {
      problem = received.add(ByteBuffer.wrap(bytes, from, Math.min(cut, bytes.length - from)).slice(), this::pass);
    }
    return problem;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50, 1_000})
  void passesOnBlocksAsTheyWere(int cut) {
    Received received = new Received();
    assertThat(received.begin(head(false), LENGTHS.length)).isEmpty();
    assertThat(add(received, sent, cut)).isEmpty();
    assertThat(passed.toByteArray()).isEqualTo(expected.toByteArray());
    assertThat(received.bytes()).containsExactly(0L, 100L, 1L, 0L, 37L);
    assertThat(received.add(ByteBuffer.wrap(new byte[1]), this::pass)).contains("more than it said");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 50, 103, 104, 108, 109, 150})
  void aBlockThatHasChangedIsNotPassedOnWhole(int changed) {
    sent[changed] ^= 1;
    Received received = new Received();
    assertThat(received.begin(head(false), LENGTHS.length)).isEmpty();
    assertThat(add(received, sent, 16)).startsWith(Received.CORRUPT);
    int whole = changed < 4 ? 0 : changed < 108 ? 0 : changed < 113 ? 100 : 101;
    int next = changed < 4 ? 0 : changed < 108 ? 100 : changed < 113 ? 1 : 37;
    assertThat(passed.size()).isBetween(whole, whole + Math.max(0, next - 1));
  }

  @Test
  void anotherAgentGoesOnWithinABlock() {
    Received received = new Received();
    assertThat(received.begin(head(false), LENGTHS.length)).isEmpty();
    assertThat(received.add(ByteBuffer.wrap(sent, 0, 44).slice(), this::pass)).isEmpty();
    assertThat(received.bytes()).containsExactly(0L, 40L, 0L, 0L, 0L);
    assertThat(received.begin(head(true), LENGTHS.length)).isEmpty();
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    rest.write(sent, 0, 4);
    rest.write(sent, 44, sent.length - 44);
    assertThat(add(received, rest.toByteArray(), 7)).isEmpty();
    assertThat(passed.toByteArray()).isEqualTo(expected.toByteArray());
  }
}
