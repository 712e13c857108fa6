package dev.terra.agent.wire;

import com.google.common.primitives.Ints;
import com.google.protobuf.MessageLite;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.TunnelHello;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;
import java.util.List;

/** Feeds any bytes to a tunnel's decoder. The first byte determines how many bytes each read returns. */
public final class FramesFuzz {
  private FramesFuzz() {}

  /** Returns a frame of each kind that carries much. */
  public static List<byte[]> seeds() {
    ProducerOutput output = ProducerOutput.newBuilder().setProducer(3).setAttempt(1).build();
    return List.of(
        frame(FrameType.HELLO, TunnelHello.newBuilder().setProtocolVersion(4).addPath("A").addPath("B").setHop(1).setAgent("gw").build()),
        frame(FrameType.META, SegmentMeta.newBuilder().setSegment(7).setShuffle("job_1_1").setOutput(output).setOriginIp("10.0.0.1")
            .setPartLength(100).setCrc32C(5).build()),
        frame(FrameType.REQUEST, SegmentRequest.newBuilder().setShuffle("job_1_1").addOutputs(output).addWantedBytes(10)
            .setOriginIp("10.0.0.1").build()),
        frame(FrameType.ACK, SegmentAck.newBuilder().addRanges(SegmentAck.Ranges.newBuilder().setSegment(7).addBounds(0).addBounds(10))
            .build()),
        data(0), data(200));
  }

  private static byte[] frame(FrameType type, MessageLite message) {
    return bytes(Frame.control(UnpooledByteBufAllocator.DEFAULT, type, 3, message));
  }

  private static byte[] data(int length) {
    byte[] payload = new byte[length];
    return bytes(Frame.encode(UnpooledByteBufAllocator.DEFAULT, new FrameHeader(FrameType.DATA, 3, 7, 50, length), payload, 0,
        Checksum.of(payload)));
  }

  private static byte[] bytes(ByteBuf frame) {
    byte[] input = new byte[frame.readableBytes() + 1];
    frame.readBytes(input, 1, frame.readableBytes());
    frame.release();
    input[0] = 9;
    return input;
  }

  /** Makes the checksum of the first header right, because bytes behind a header with a wrong checksum are never decoded. */
  private static void mend(byte[] bytes) {
    if (bytes.length >= FrameHeader.BYTES) {
      int at = FrameHeader.BYTES - Integer.BYTES;
      System.arraycopy(Ints.toByteArray(Checksum.of(bytes, 0, at)), 0, bytes, at, Integer.BYTES);
    }
  }

  /** Checks that bytes are decoded to frames, or refused. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length < 2) {
      return;
    }
    FrameDecoder decoder = new FrameDecoder();
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
    mend(bytes);
    try {
      feed(channel, bytes, Math.max(1, input[0] & 0x7f));
    } catch (WireException e) {
      // Bytes that are not a frame are refused.
      return;
    } finally {
      check(channel);
    }
  }

  private static void feed(EmbeddedChannel channel, byte[] bytes, int cut) {
    for (int from = 0; from < bytes.length; from += cut) {
      channel.writeInbound(Unpooled.copiedBuffer(bytes, from, Math.min(cut, bytes.length - from)));
    }
  }

  private static void check(EmbeddedChannel channel) {
    for (Object out = channel.readInbound(); out != null; out = channel.readInbound()) {
      if (((Frame) out).payload().length > FrameHeader.MAX_PAYLOAD) {
        throw new AssertionError("a frame larger than any");
      }
    }
    channel.finishAndReleaseAll();
  }
}
