package dev.terra.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.terra.api.v1.Probe;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
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
    Throwable refusal = catchThrowable(() -> channel.writeInbound(frame));
    Frame read = channel.readInbound();
    if (bit / 8 < FrameHeader.BYTES) {
      assertThat(refusal).isInstanceOf(WireException.class);
      assertThat(read).isNull();
    } else {
      assertThat(refusal).isNull();
      assertThat(read.intact()).isFalse();
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

  @Property(tries = 300)
  void garbageBetweenFramesIsRefused(@ForAll @Size(min = FrameHeader.BYTES, max = 500) byte[] garbage) {
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    channel.writeInbound(data(1, 2, 3, new byte[10]));
    assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(garbage))).isInstanceOf(WireException.class);
    assertThat(((Frame) channel.readInbound()).payload()).hasSize(10);
    Object more = channel.readInbound();
    assertThat(more).isNull();
    channel.finishAndReleaseAll();
  }

  @Property(tries = 500)
  void anyMutationOfAStreamIsNoticedOrHarmless(@ForAll long seed) {
    Random random = new Random(seed);
    ByteBuf stream = Unpooled.buffer();
    List<byte[]> payloads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      byte[] payload = new byte[random.nextInt(200)];
      random.nextBytes(payload);
      payloads.add(payload);
      ByteBuf frame = data(1, i, 0, payload);
      stream.writeBytes(frame);
      frame.release();
    }
    ByteBuf mutated = mutate(stream, random);
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder());
    Throwable refusal = catchThrowable(() -> {
      while (mutated.isReadable()) {
        channel.writeInbound(mutated.readBytes(Math.min(1 + random.nextInt(100), mutated.readableBytes())));
      }
    });
    assertThat(refusal == null || refusal instanceof WireException).as("%s", refusal).isTrue();
    for (Frame frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
      if (frame.intact()) {
        assertThat(frame.payload()).isEqualTo(payloads.get((int) frame.header().segment()));
      }
    }
    channel.finishAndReleaseAll();
  }

  /** Cuts out, doubles or overwrites a part of a stream. */
  private static ByteBuf mutate(ByteBuf stream, Random random) {
    int start = random.nextInt(stream.readableBytes());
    int length = random.nextInt(Math.min(100, stream.readableBytes() - start) + 1);
    switch (random.nextInt(3)) {
      case 0 -> {
        return Unpooled.copiedBuffer(stream.slice(0, start), stream.slice(start + length, stream.readableBytes() - start - length));
      }
      case 1 -> {
        return Unpooled.copiedBuffer(stream.slice(0, start + length), stream.slice(start, stream.readableBytes() - start));
      }
      default -> {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return stream.setBytes(start, noise);
      }
    }
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
