package dev.terra.agent.tunnel;

import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.version.Capability;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes tunnels that lead nowhere, and reads what was sent on them. */
public final class TestTunnels {
  private TestTunnels() {}

  /** Returns one end of a tunnel on a channel. */
  public static Tunnel on(EmbeddedChannel channel, Path path, boolean opener, long peerSession) {
    channel.pipeline().addLast(new FlushSoon());
    return new Tunnel(path, opener, 1, new Tunnel.Peer(new AgentId(opener ? path.to() : path.from(), "peer"), peerSession,
        Set.of(Capability.COMPRESSED_CHUNKS)),
        new Outgoing(channel, channel.eventLoop()));
  }

  /** Sets the measured round trip of a tunnel. */
  public static void measured(Tunnel tunnel, long rttNanos) {
    tunnel.rttNanos(rttNanos);
  }

  /** Marks a tunnel as no longer planned. */
  public static void retire(Tunnel tunnel) {
    tunnel.retire();
  }

  /** Returns whether the far end of a tunnel still has to answer. */
  public static boolean isAwaiting(Tunnel tunnel) {
    return tunnel.isAwaiting();
  }

  /** Returns the frames that were sent on a channel since the last call. */
  public static List<Frame> sent(EmbeddedChannel channel) {
    channel.runPendingTasks();
    EmbeddedChannel decoder = new EmbeddedChannel(new FrameDecoder());
    for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
      decoder.writeInbound(bytes);
    }
    List<Frame> frames = new ArrayList<>();
    for (Frame frame = decoder.readInbound(); frame != null; frame = decoder.readInbound()) {
      frames.add(frame);
    }
    decoder.finishAndReleaseAll();
    return frames;
  }
}
