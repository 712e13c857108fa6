package dev.terra.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.Probe;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FrameTest {
  private static ByteBuf data(int label, long segment, long offset, byte[] payload) {
    FrameHeader header = new FrameHeader(FrameType.DATA, label, segment, offset, payload.length);
    return Frame.encode(UnpooledByteBufAllocator.DEFAULT, header, payload, 0, Checksum.of(payload));
  }

  @Property(tries = 200)
  void whatIsWrittenIsReadHoweverItIsCut(
      @ForAll int label, @ForAll @LongRange(min = 0) long segment,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 2) long offset,
      @ForAll @Size(max = 3000) byte[] payload, @ForAll @IntRange(min = 1, max = 500) int cut) {
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    ByteBuf whole = data(label, segment, offset, payload);
    while (whole.isReadable()) {
      channel.writeInbound(whole.readBytes(Math.min(cut, whole.readableBytes())));
    }
    whole.release();
    Frame frame = channel.readInbound();
    assertThat(frame.header()).isEqualTo(new FrameHeader(FrameType.DATA, label, segment, offset, payload.length));
    assertThat(frame.payload()).isEqualTo(payload);
    assertThat(frame.intact()).isTrue();
    assertThat(channel.inboundMessages()).isEmpty();
    assertThat(channel.finish()).isFalse();
  }

  @Property(tries = 300)
  void anyFlippedBitIsNoticed(@ForAll @Size(min = 1, max = 200) byte[] payload, @ForAll @IntRange(min = 0) int where) {
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    ByteBuf frame = data(1, 2, 3, payload);
    int bit = where % (frame.readableBytes() * 8);
    frame.setByte(bit / 8, frame.getByte(bit / 8) ^ (1 << (bit % 8)));
    try {
      channel.writeInbound(frame);
      Frame read = channel.readInbound();
      assertThat(read == null || !read.intact()).isTrue();
    } catch (DecoderException e) {
      assertThat(bit / 8).isLessThan(FrameHeader.BYTES);
    }
    channel.finishAndReleaseAll();
  }

  @Property(tries = 300)
  void garbageIsRefusedAndNothingAfterItIsRead(@ForAll @Size(min = FrameHeader.BYTES, max = 5000) byte[] garbage) {
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(garbage))).isInstanceOf(WireException.class);
    channel.writeInbound(data(1, 2, 3, new byte[10]));
    assertThat(channel.inboundMessages()).isEmpty();
    channel.finishAndReleaseAll();
  }

  @Test
  void lengthsOutOfRangeAreRefusedThoughTheirChecksumIsRight() {
    for (int length : new int[] {-1, FrameHeader.MAX_PAYLOAD + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> FrameHeader.read(forged(0, 0, length), 0))
          .isInstanceOf(WireException.class).hasMessageContaining("length");
    }
    assertThatThrownBy(() -> FrameHeader.read(forged(-1, 0, 1), 0)).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> FrameHeader.read(forged(0, -1, 1), 0)).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> FrameHeader.read(forged(0, Long.MAX_VALUE, 1), 0)).isInstanceOf(WireException.class);
  }

  private static ByteBuf forged(long segment, long offset, int length) {
    ByteBuf header = Unpooled.buffer();
    header.writeInt(FrameHeader.MAGIC).writeByte(FrameHeader.VERSION).writeByte(FrameType.DATA.code()).writeShort(0).writeInt(0);
    header.writeLong(segment).writeLong(offset).writeInt(length);
    return header.writeInt(Checksum.of(header, 0, header.readableBytes()));
  }

  @Test
  void otherVersionsAndUnknownTypesAreNamed() {
    ByteBuf header = forged(0, 0, 0);
    header.setByte(4, 9);
    assertThatThrownBy(() -> FrameHeader.read(header, 0)).hasMessageContaining("version 9");
    header.setByte(4, FrameHeader.VERSION).setByte(5, 99);
    header.setInt(32, Checksum.of(header, 0, 32));
    assertThatThrownBy(() -> FrameHeader.read(header, 0)).hasMessageContaining("99");
  }

  @Test
  void aRelayPassesFramesOnUnchanged() {
    Random random = new Random(1);
    byte[] payload = new byte[1000];
    random.nextBytes(payload);
    FrameDecoder decoder = new FrameDecoder();
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    channel.writeInbound(Frame.control(UnpooledByteBufAllocator.DEFAULT, FrameType.HELLO, 7, Probe.getDefaultInstance()));
    assertThat(((Frame) channel.readInbound()).header().type()).isEqualTo(FrameType.HELLO);
    decoder.relayFromNow();
    ByteBuf two = Unpooled.wrappedBuffer(data(7, 1, 0, payload), data(7, 1, 1000, payload));
    byte[] expected = new byte[two.readableBytes()];
    two.getBytes(0, expected);
    channel.writeInbound(two);
    ByteBuf first = channel.readInbound();
    ByteBuf second = channel.readInbound();
    ByteBuf both = Unpooled.wrappedBuffer(first, second);
    byte[] actual = new byte[both.readableBytes()];
    both.readBytes(actual).release();
    assertThat(Arrays.equals(actual, expected)).isTrue();
    channel.finishAndReleaseAll();
  }

  @Test
  void aControlFrameIsParsedOrRefused() {
    Probe probe = Probe.newBuilder().setSentNanos(12).build();
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    channel.writeInbound(Frame.control(UnpooledByteBufAllocator.DEFAULT, FrameType.PING, 1, probe));
    Frame frame = channel.readInbound();
    assertThat(frame.message(Probe.parser())).isEqualTo(probe);
    byte[] broken = {(byte) 0xff, (byte) 0xff};
    Frame bad = new Frame(frame.header(), broken, Checksum.of(broken));
    assertThatThrownBy(() -> bad.message(Probe.parser())).isInstanceOf(WireException.class).hasMessageContaining("PING");
    channel.finishAndReleaseAll();
  }
}
