package dev.terra.node.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Bytes;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchHeadReaderTest {
  private static final int MOST_BYTES = 64 << 10;
  private static final FetchHead HEAD = FetchHead.newBuilder()
      .addSegments(SegmentLength.newBuilder().setName("m".repeat(200)).setPartLength(1L << 40).setRawLength(3)).build();

  private static byte[] delimited() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HEAD.writeDelimitedTo(out);
    return out.toByteArray();
  }

  @Test
  void leavesWhatFollows() throws IOException {
    FetchHeadReader reader = new FetchHeadReader(MOST_BYTES);
    ByteBuffer in = ByteBuffer.wrap(Bytes.concat(delimited(), new byte[] {1, 2, 3}));
    assertThat(reader.read(in)).contains(HEAD);
    assertThat(in.remaining()).isEqualTo(3);
    assertThat(reader.consumedBytes()).isEqualTo(delimited().length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100, 205})
  void takesAnyCut(int cut) throws IOException {
    FetchHeadReader reader = new FetchHeadReader(MOST_BYTES);
    byte[] bytes = delimited();
    Optional<FetchHead> head = Optional.empty();
    for (int from = 0; from < bytes.length; from += cut) {
      assertThat(head).isEmpty();
      head = reader.read(ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + cut))));
    }
    assertThat(head).contains(HEAD);
  }

  @Test
  void takesAnEmptyHead() throws IOException {
    assertThat(new FetchHeadReader(MOST_BYTES).read(ByteBuffer.wrap(new byte[] {0}))).contains(FetchHead.getDefaultInstance());
  }

  @Test
  void refusesALengthBeyondTheBound() {
    byte[][] prefixes = {{(byte) 0x81, (byte) 0x80, 4}, {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1}, {-128, -128, -128, -128, 8}};
    for (byte[] prefix : prefixes) {
      assertThatThrownBy(() -> new FetchHeadReader(MOST_BYTES).read(ByteBuffer.wrap(prefix))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void refusesWhatIsNoMessage() {
    assertThatThrownBy(() -> new FetchHeadReader(MOST_BYTES).read(ByteBuffer.wrap(new byte[] {2, 7, 7})))
        .isInstanceOf(IOException.class);
  }
}
