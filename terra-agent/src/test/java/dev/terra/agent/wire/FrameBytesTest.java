package dev.terra.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.Probe;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the bytes of a frame do not depend on how the frame is put together. */
class FrameBytesTest {
  private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static FrameHeader header(int length) {
    return new FrameHeader(FrameType.DATA, 0x01020304, 0x05060708090a0b0cL, 0x0d0e0f1011121314L, length);
  }

  private static byte[] taken(ByteBuf frame) {
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return bytes;
  }

  @Test
  void aHeaderIsWhatItsDrawingSays() {
    byte[] bytes = taken(Frame.encode(ALLOCATOR, header(2), new byte[] {9, 8, 7, 6}, 1, 0x21222324));
    ByteBuf expected = Unpooled.buffer();
    expected.writeBytes("TERR".getBytes(StandardCharsets.US_ASCII)).writeByte(1).writeByte(5).writeShort(0).writeInt(0x01020304)
        .writeLong(0x05060708090a0b0cL).writeLong(0x0d0e0f1011121314L).writeInt(2);
    expected.writeInt(Checksum.of(expected, 0, 32)).writeByte(8).writeByte(7).writeInt(0x21222324);

    assertThat(bytes).isEqualTo(taken(expected)).hasSize(header(2).frameBytes()).hasSize(36 + 2 + 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 4097, 100_000})
  void allWaysOfPuttingOneTogetherGiveTheSameBytes(int length) {
    byte[] payload = random(length);
    int crc = Checksum.of(payload);
    byte[] encoded = taken(Frame.encode(ALLOCATOR, header(length), payload, 0, crc));

    ByteBuf taken = Unpooled.buffer(16).writeBytes(payload);
    assertThat(taken(Frame.around(ALLOCATOR, header(length), taken, crc))).isEqualTo(encoded);
    assertThat(taken.refCnt()).as("it is taken over").isZero();

    ByteBuf copied = Unpooled.buffer(16).writeBytes(payload);
    ByteBuf out = Unpooled.buffer();
    Frame.copy(out, header(length), copied, crc);
    assertThat(taken(out)).isEqualTo(encoded);
    assertThat(copied.refCnt()).isZero();
    assertThat(Frame.isShort(header(length))).isEqualTo(length <= 4096);
  }

  @Test
  void aControlFrameIsAFrameOfItsMessage() {
    Probe probe = Probe.newBuilder().setSentNanos(77).build();
    ByteBuf out = Unpooled.buffer();
    Frame.control(out, FrameType.PONG, 6, probe.toByteArray());
    byte[] appended = taken(out);

    assertThat(taken(Frame.control(ALLOCATOR, FrameType.PONG, 6, probe))).isEqualTo(appended);
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    channel.writeInbound(Unpooled.wrappedBuffer(appended));
    Frame frame = channel.readInbound();
    assertThat(frame.header()).isEqualTo(new FrameHeader(FrameType.PONG, 6, 0, 0, probe.getSerializedSize()));
    assertThat(frame.message(Probe.parser()).getSentNanos()).isEqualTo(77);
    channel.finishAndReleaseAll();
  }

  @Test
  void aCorruptMessageIsNotParsed() {
    byte[] payload = Probe.newBuilder().setSentNanos(77).build().toByteArray();
    Frame corrupt = new Frame(header(payload.length), payload, Checksum.of(payload) + 1);
    assertThat(corrupt.intact()).isFalse();
    assertThatThrownBy(() -> corrupt.message(Probe.parser())).isInstanceOf(WireException.class)
        .hasMessage("corrupt payload in a DATA frame");
  }

  @Test
  void aHeaderHasRanges() {
    assertThat(new FrameHeader(FrameType.DATA, -1, 0, 0, FrameHeader.MAX_PAYLOAD).frameBytes()).isEqualTo((1 << 20) + 40);
    assertThat(new FrameHeader(FrameType.DATA, 0, Long.MAX_VALUE, Long.MAX_VALUE - 5, 5).offset()).isEqualTo(Long.MAX_VALUE - 5);
    assertThatThrownBy(() -> new FrameHeader(FrameType.DATA, 0, 0, Long.MAX_VALUE - 4, 5)).hasMessageContaining("length 5");
    assertThatThrownBy(() -> new FrameHeader(FrameType.DATA, 0, 0, 0, FrameHeader.MAX_PAYLOAD + 1)).isInstanceOf(WireException.class);
  }

  @Test
  void bytesThatAreNoFrameAreNamed() {
    ByteBuf text = Unpooled.copiedBuffer("GET / HTTP/1.1\r\nHost: somewhere\r\n\r\n    ", StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> FrameHeader.read(text, 0)).hasMessage("expected a frame, got bytes that begin 0x47455420");
    ByteBuf tls = Unpooled.buffer().writeShort(0x1603).writeZero(40);
    assertThatThrownBy(() -> FrameHeader.read(tls, 0)).hasMessageContaining("got TLS").hasMessageContaining("no tls");
    ByteBuf broken = Unpooled.buffer();
    header(0).write(broken);
    broken.setByte(10, 0x7f);
    assertThatThrownBy(() -> FrameHeader.read(broken, 0)).hasMessageContaining("corrupt frame header: its checksum is 0x");
  }

  @Test
  void aHeaderIsReadWhereverItIs() {
    ByteBuf bytes = Unpooled.buffer().writeZero(3);
    header(9).write(bytes);
    assertThat(FrameHeader.read(bytes, 3)).isEqualTo(header(9));
    assertThat(bytes.readerIndex()).isZero();
  }

  @Test
  void checksumsOfAllKindsOfBuffersAreTheSame() {
    byte[] bytes = random(5000);
    int expected = Checksum.of(bytes, 100, 3000);
    ByteBuf array = Unpooled.wrappedBuffer(bytes);
    ByteBuf direct = Unpooled.directBuffer().writeBytes(bytes);
    ByteBuf composite = Unpooled.wrappedBuffer(Unpooled.copiedBuffer(bytes, 0, 1234), Unpooled.copiedBuffer(bytes, 1234, 5000 - 1234));
    for (ByteBuf each : new ByteBuf[] {array, direct, composite}) {
      int reader = each.readerIndex();
      assertThat(Checksum.of(each, 100, 3000)).isEqualTo(expected);
      assertThat(each.readerIndex()).isEqualTo(reader);
      each.release();
    }
    ByteBuf sliced = Unpooled.wrappedBuffer(bytes).slice(50, 4000);
    assertThat(Checksum.of(sliced, 50, 3000)).isEqualTo(expected);
  }

  @Test
  void readsAreHeard() {
    FrameDecoder decoder = new FrameDecoder();
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    assertThat(decoder.takeHeard()).isFalse();
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'T'}));
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'E'}));
    assertThat(decoder.takeHeard()).isTrue();
    assertThat(decoder.takeHeard()).as("once").isFalse();
    assertThatThrownBy(() -> channel.writeInbound("no bytes")).isInstanceOf(WireException.class).hasMessageContaining("expected bytes");
    channel.finishAndReleaseAll();
  }

  @Test
  void framesOfOneReadComeOneByOne() {
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    byte[] payload = random(10);
    ByteBuf two = Unpooled.buffer();
    for (int i = 0; i < 2; i++) {
      ByteBuf frame = Frame.encode(ALLOCATOR, new FrameHeader(FrameType.DATA, i, 0, 0, 10), payload, 0, Checksum.of(payload));
      two.writeBytes(frame);
      frame.release();
    }
    ByteBuf composite = Unpooled.wrappedBuffer(two.readRetainedSlice(40), two.readRetainedSlice(two.readableBytes()));
    two.release();
    channel.writeInbound(composite);
    for (int label = 0; label < 2; label++) {
      Frame frame = channel.readInbound();
      assertThat(frame.header().label()).isEqualTo(label);
      assertThat(frame.intact()).isTrue();
      assertThat(frame.payload()).isEqualTo(payload);
    }
    assertThat(composite.refCnt()).isZero();
    channel.finishAndReleaseAll();
  }
}
