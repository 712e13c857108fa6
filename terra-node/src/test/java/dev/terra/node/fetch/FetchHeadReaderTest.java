package dev.terra.node.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Bytes;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchHeadReaderTest {
  private static final int SEGMENTS = 252;
  private static final FetchHead HEAD = FetchHead.newBuilder()
      .addSegments(SegmentLength.newBuilder().setName("m".repeat(200)).setPartLength(1L << 40).setRawLength(3)).build();

  private static byte[] delimited() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HEAD.writeDelimitedTo(out);
    return out.toByteArray();
  }

  @Test
  void leavesWhatFollows() throws IOException {
    FetchHeadReader reader = new FetchHeadReader(SEGMENTS);
    ByteBuf in = Unpooled.wrappedBuffer(Bytes.concat(delimited(), new byte[] {1, 2, 3}));
    assertThat(reader.read(in)).contains(HEAD);
    assertThat(in.readableBytes()).isEqualTo(3);
    assertThat(reader.consumedBytes()).isEqualTo(delimited().length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100, 205})
  void takesAnyCut(int cut) throws IOException {
    FetchHeadReader reader = new FetchHeadReader(SEGMENTS);
    byte[] bytes = delimited();
    Optional<FetchHead> head = Optional.empty();
    for (int from = 0; from < bytes.length; from += cut) {
      assertThat(head).isEmpty();
      head = reader.read(Unpooled.wrappedBuffer(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + cut))));
    }
    assertThat(head).contains(HEAD);
  }

  @Test
  void takesAnEmptyHead() throws IOException {
    assertThat(new FetchHeadReader(SEGMENTS).read(Unpooled.wrappedBuffer(new byte[] {0}))).contains(FetchHead.getDefaultInstance());
  }

  @Test
  void takesTheLargestHeadOfItsSegments() throws IOException {
    FetchHead largest = FetchHead.newBuilder().addSegments(SegmentLength.newBuilder().setName("m".repeat(1_274))).build();
    assertThat(largest.getSerializedSize()).isEqualTo(1_280);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    largest.writeDelimitedTo(out);
    assertThat(new FetchHeadReader(1).read(Unpooled.wrappedBuffer(out.toByteArray()))).contains(largest);
    assertThatThrownBy(() -> new FetchHeadReader(0).read(Unpooled.wrappedBuffer(out.toByteArray())))
        .hasMessage("no head of at most 1024 bytes");
  }

  @Test
  void refusesALengthBeyondTheBound() {
    byte[][] prefixes = {{(byte) 0x81, (byte) 0x80, 4}, {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1}, {-128, -128, -128, -128, 8}};
    for (byte[] prefix : prefixes) {
      assertThatThrownBy(() -> new FetchHeadReader(SEGMENTS).read(Unpooled.wrappedBuffer(prefix))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void refusesWhatIsNoMessage() {
    assertThatThrownBy(() -> new FetchHeadReader(SEGMENTS).read(Unpooled.wrappedBuffer(new byte[] {2, 7, 7})))
        .isInstanceOf(IOException.class);
  }
}
