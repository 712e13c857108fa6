package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Ticker;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.WireException;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a chunk is compressed to and restored from, and how hostile and broken chunks are treated. */
class RestorerTest {
  private static final int LENGTH = 100_000;
  private static final long AT = 4_711;

  private final Restorer restorer = Restorer.on(new ProcessorBudget(1, 0), Ticker.systemTicker());

  private static Optional<byte[]> payload(byte[] plain, int level) {
    try (ChunkCompressor compressor = new ChunkCompressor()) {
      return compressor.compress(Unpooled.wrappedBuffer(plain), level).map(RestorerTest::bytes);
    }
  }

  private static byte[] bytes(CompressedChunk chunk) {
    byte[] bytes = ByteBufUtil.getBytes(chunk.payload());
    assertThat(chunk.crc()).isEqualTo(Checksum.of(bytes));
    chunk.release();
    return bytes;
  }

  private static Frame frame(byte[] payload, int claimed) {
    return new Frame(new FrameHeader(FrameType.COMPRESSED, claimed, 7, AT, payload.length), payload, Checksum.of(payload));
  }

  @ParameterizedTest
  @ValueSource(ints = {-5, -1, 1, 3})
  void whatShrinksIsRestored(int level) {
    byte[] plain = "rows of a table, of which no two are alike; ".repeat(LENGTH / 44 + 1).substring(0, LENGTH)
        .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < LENGTH; i += 50) {
      plain[i] = (byte) i;
    }
    byte[] payload = payload(plain, level).orElseThrow();
    assertThat(payload.length).isLessThan(LENGTH * 3 / 4);

    Frame restored = restorer.restored(frame(payload, LENGTH));

    assertThat(restored.intact()).isTrue();
    assertThat(restored.payload()).isEqualTo(plain);
    assertThat(restored.payloadCrc()).isEqualTo(Checksum.of(plain));
    assertThat(restored.header()).isEqualTo(new FrameHeader(FrameType.DATA, 0, 7, AT, LENGTH));
  }

  @Test
  void buffersOfEachKindAreCompressedAlikeAndStayAsTheyAre() {
    byte[] plain = TestChunks.shrinking(LENGTH);
    byte[] expected = payload(plain, 1).orElseThrow();
    var direct = UnpooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(new byte[3]).writeBytes(plain).skipBytes(3);
    var parts = Unpooled.wrappedBuffer(Unpooled.copiedBuffer(plain, 0, 10), Unpooled.copiedBuffer(plain, 10, LENGTH - 10));
    try (ChunkCompressor compressor = new ChunkCompressor()) {
      assertThat(bytes(compressor.compress(direct, 1).orElseThrow())).isEqualTo(expected);
      assertThat(bytes(compressor.compress(parts, 1).orElseThrow())).isEqualTo(expected);
    }
    assertThat(ByteBufUtil.getBytes(direct)).isEqualTo(plain);
    assertThat(direct.refCnt()).isOne();
    direct.release();
    parts.release();
  }

  @Test
  void whatDoesNotShrinkByATenthIsLeft() {
    assertThat(payload(TestChunks.random(LENGTH), 1)).isEmpty();
    byte[] hardly = TestChunks.random(LENGTH);
    java.util.Arrays.fill(hardly, 0, LENGTH / 12, (byte) 0);
    assertThat(payload(hardly, 1)).isEmpty();
    assertThat(payload(new byte[10], 1)).as("too short for anything").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1_024, LENGTH, CompressedChunk.MOST_PLAIN_BYTES})
  void whatShrinksToNothingIsStillSoLongThatItMayBeRestored(int length) {
    byte[] payload = payload(new byte[length], 1).orElseThrow();
    assertThat(length).isLessThanOrEqualTo(payload.length * CompressedChunk.MOST_RATIO);
    assertThat(restorer.restored(frame(payload, length)).payload()).isEqualTo(new byte[length]);
  }

  @Test
  void aChunkThatClaimsMoreThanAChunkHasEndsItsTunnelBeforeThereIsMemoryForIt() {
    byte[] payload = payload(TestChunks.shrinking(LENGTH), 1).orElseThrow();
    assertThatThrownBy(() -> restorer.restored(frame(payload, CompressedChunk.MOST_PLAIN_BYTES + 1)))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("states an uncompressed length of 262145 bytes, where 1 to 262144 are allowed");
    assertThatThrownBy(() -> restorer.restored(frame(payload, -1))).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> restorer.restored(frame(payload, 0))).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> restorer.restored(frame(new byte[100], 6_401)))
        .isInstanceOf(WireException.class).hasMessageContaining("1 to 6400");
  }

  @Test
  void aChunkThatIsOtherThanItClaimsIsCorrupt() {
    byte[] payload = payload(TestChunks.shrinking(LENGTH), 1).orElseThrow();
    for (int claimed : new int[] {1, LENGTH - 1, LENGTH + 1}) {
      Frame restored = restorer.restored(frame(payload, claimed));
      assertThat(restored.intact()).isFalse();
      assertThat(restored.header().offset()).isEqualTo(AT);
      assertThat(restored.header().length()).as("what is asked for again").isEqualTo(claimed);
    }
    assertThat(restorer.restored(frame(new byte[100], 200)).intact()).isFalse();
    assertThat(restorer.restored(frame(new byte[4], 200)).intact()).isFalse();
  }

  /** A flip is noticed whether it happens on the wire or in the sender's memory. */
  @Test
  void aFlippedBitIsNoticed() {
    Random random = new Random(1);
    byte[] plain = TestChunks.shrinking(10_000);
    byte[] payload = payload(plain, 1).orElseThrow();
    for (int i = 0; i < 2_000; i++) {
      byte[] flipped = payload.clone();
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
      Frame onTheWire = new Frame(frame(payload, plain.length).header(), flipped, Checksum.of(payload));
      assertThat(restorer.restored(onTheWire).intact()).isFalse();
      Frame inMemory = restorer.restored(frame(flipped, plain.length));
      assertThat(!inMemory.intact() || java.util.Arrays.equals(inMemory.payload(), plain)).as("flip " + i).isTrue();
    }
  }

  @Test
  void whatIsOffTakesNone() {
    byte[] payload = payload(TestChunks.shrinking(LENGTH), 1).orElseThrow();
    assertThatThrownBy(() -> Restorer.off().restored(frame(payload, LENGTH))).isInstanceOf(WireException.class);
  }
}
