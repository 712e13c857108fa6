package dev.terra.agent.virtual;

import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.core.wan.Path;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * A tunnel with a latency. Frames arrive in order, in either direction, until it is cut; what is on its way then is lost. The two ends
 * notice the cut later, each at its own time.
 */
final class VirtualTunnel {
  /** What happens to a data frame on its way. */
  enum Mishap { NONE, TWICE, BIT_FLIPPED, BYTES_CHANGED_BEFORE_CHECKSUM }

  private final VirtualTime time;
  private final Random random;
  private final long latencyMillis;
  private final EmbeddedChannel nearChannel = new EmbeddedChannel();
  private final EmbeddedChannel farChannel = new EmbeddedChannel();
  private final Tunnel near;
  private final Tunnel far;
  private long lastToFarNanos;
  private long lastToNearNanos;
  private Mishap next = Mishap.NONE;
  private boolean cut;
  private long heldUntilNanos;

  VirtualTunnel(VirtualTime time, Random random, Path path, long latencyMillis, long[] sessions) {
    this.time = time;
    this.random = random;
    this.latencyMillis = latencyMillis;
    this.near = TestTunnels.on(nearChannel, path, true, sessions[1]);
    this.far = TestTunnels.on(farChannel, path, false, sessions[0]);
  }

  Tunnel near() {
    return near;
  }

  Tunnel far() {
    return far;
  }

  boolean isCut() {
    return cut;
  }

  void cut() {
    cut = true;
  }

  /** Makes a link of the tunnel's path silent until a moment. What is sent until then arrives later. */
  void hold(long untilNanos) {
    heldUntilNanos = untilNanos;
  }

  void mishap(Mishap mishap) {
    next = mishap;
  }

  /** Takes the frames that either end has sent, and lets them arrive at the other end. */
  void carry(BiConsumer<Tunnel, Frame> arrivals) {
    for (Frame frame : sent(nearChannel)) {
      lastToFarNanos = carry(lastToFarNanos, far, frame, arrivals);
    }
    for (Frame frame : sent(farChannel)) {
      lastToNearNanos = carry(lastToNearNanos, near, frame, arrivals);
    }
  }

  private static List<Frame> sent(EmbeddedChannel channel) {
    channel.runPendingTasks();
    return channel.outboundMessages().isEmpty() ? List.of() : TestTunnels.sent(channel);
  }

  private long carry(long last, Tunnel to, Frame sent, BiConsumer<Tunnel, Frame> arrivals) {
    long arrival = Math.max(Math.max(last, heldUntilNanos), time.read() + (latencyMillis + random.nextInt(3)) * 1_000_000);
    if (cut) {
      return last;
    }
    Frame frame = sent;
    if (isOfSegment(sent) && next != Mishap.NONE) {
      if (next == Mishap.TWICE) {
        arrive(arrival, to, sent, arrivals);
      } else {
        frame = damaged(sent, next == Mishap.BYTES_CHANGED_BEFORE_CHECKSUM);
      }
      next = Mishap.NONE;
    }
    arrive(arrival, to, frame, arrivals);
    return arrival;
  }

  private static boolean isOfSegment(Frame frame) {
    return frame.header().type() == FrameType.DATA || frame.header().type() == FrameType.COMPRESSED;
  }

  private void arrive(long when, Tunnel to, Frame frame, BiConsumer<Tunnel, Frame> arrivals) {
    time.at(when, () -> {
      if (!cut) {
        arrivals.accept(to, frame);
      }
    });
  }

  private Frame damaged(Frame frame, boolean checksumToo) {
    byte[] payload = frame.payload().clone();
    payload[random.nextInt(payload.length)] ^= (byte) (1 << random.nextInt(8));
    return new Frame(frame.header(), payload, checksumToo ? Checksum.of(payload) : frame.payloadCrc());
  }

  void close() {
    nearChannel.finishAndReleaseAll();
    farChannel.finishAndReleaseAll();
  }
}
