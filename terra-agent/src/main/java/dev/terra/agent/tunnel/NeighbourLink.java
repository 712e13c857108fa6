package dev.terra.agent.tunnel;

import dev.terra.agent.link.Measurement;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All connections with one neighbour, whichever tunnels they belong to. The tunnels of that one hop are probed at every tick;
 * when they, and all others, have been silent for too long, the link swallows what is sent, and every connection over it is
 * closed at once. So the tunnels of many hops hear from their relays of a link's end and need not be probed as often. May be
 * used from any thread.
 */
final class NeighbourLink {
  private static final AttributeKey<String> CLOSE_REASON = AttributeKey.valueOf(NeighbourLink.class, "closeReason");

  private final SiteId neighbour;
  private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
  private final AtomicLong reads = new AtomicLong();
  private final AtomicInteger turn = new AtomicInteger();
  private final Measurement measurement = new Measurement();

  NeighbourLink(SiteId neighbour) {
    this.neighbour = neighbour;
  }

  /** A connection with this neighbour; forgotten when it closes. */
  void add(Channel channel, FrameDecoder decoder) {
    decoder.countReadsIn(reads);
    channels.add(channel);
  }

  /** Which of the neighbour's addresses has its turn. */
  int turn() {
    return turn.get();
  }

  /** The address that had this turn was not reached: another one is tried next. */
  void notReached(int had) {
    turn.compareAndSet(had, had + 1);
  }

  SiteId neighbour() {
    return neighbour;
  }

  /** What is measured of it: by its own connections, which cross this link and no other. */
  Measurement measurement() {
    return measurement;
  }

  /** How often anything has been heard of this neighbour: of interest is whether it changes. */
  long reads() {
    return reads.get();
  }

  /** Closes all connections with the neighbour. */
  void close(long silentMillis) {
    String reason = "the link with " + neighbour + " has been silent for " + silentMillis + " ms";
    for (Channel channel : channels) {
      channel.attr(CLOSE_REASON).set(reason);
      channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }
  }

  /** Why a channel was closed, if its link's silence was the reason; otherwise what is given. */
  static String closeReason(Channel channel, String otherwise) {
    String reason = channel.attr(CLOSE_REASON).get();
    return reason == null ? otherwise : reason;
  }
}
