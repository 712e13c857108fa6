package dev.terra.agent.tunnel;

import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.v1.LinkReceipt;
import dev.terra.core.capacity.LinkMeter;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All connections with one neighbour, whichever tunnels they belong to. The tunnels of that one hop are probed at every tick;
 * when they, and all others, have been silent for too long, the link swallows what is sent, and every connection over it is
 * closed at once. So the tunnels of many hops hear from their relays of a link's end and need not be probed as often. May be
 * used from any thread.
 */
final class NeighbourLink {
  private static final AttributeKey<NeighbourLink> LINK = AttributeKey.valueOf(NeighbourLink.class, "link");
  private static final AttributeKey<String> CLOSE_REASON = AttributeKey.valueOf(NeighbourLink.class, "closeReason");

  private final SiteId neighbour;
  private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
  private final AtomicLong reads = new AtomicLong();
  private final AtomicBoolean paused = new AtomicBoolean();
  private final LinkBytes bytes = new LinkBytes();
  private final LinkMeter meter = new LinkMeter();
  private final ReceiptPace receipts = new ReceiptPace();

  NeighbourLink(SiteId neighbour) {
    this.neighbour = neighbour;
  }

  /** A connection with this neighbour; forgotten when it closes. */
  void add(Channel channel, FrameDecoder decoder) {
    decoder.countReadsIn(reads);
    channels.add(channel);
  }

  /** Counts what goes over a connection with this neighbour that crosses this link and no other. */
  void count(Channel channel) {
    channel.attr(LINK).set(this);
    channel.pipeline().get(ConnectionBytes.class).countIn(bytes);
  }

  SiteId neighbour() {
    return neighbour;
  }

  /** What the neighbour is to be told that was read of it, if it is time to; every one of its tunnels' far ends may ask. */
  Optional<LinkReceipt> receiptDue(long nowNanos) {
    long read = bytes.read();
    if (!receipts.isDue(read, nowNanos)) {
      return Optional.empty();
    }
    return Optional.of(LinkReceipt.newBuilder().setBytes(read).setAtNanos(nowNanos).setConnections(bytes.connections())
        .setPaused(paused.getAndSet(false) || channels.stream().anyMatch(channel -> !channel.config().isAutoRead())).build());
  }

  /** Reads from a connection, or does not for now: its far end is told, so that it takes what waits there for no slow link. */
  static void setReading(Channel channel, boolean reading) {
    NeighbourLink link = channel.attr(LINK).get();
    if (!reading && link != null) {
      link.paused.set(true);
    }
    channel.config().setAutoRead(reading);
  }

  /** The neighbour says what it has read. */
  void receipt(LinkReceipt receipt, long leastRttNanos) {
    meter.receipt(new LinkMeter.Receipt(receipt.getBytes(), receipt.getAtNanos(), receipt.getConnections(), receipt.getPaused()),
        bytes.written(), bytes.connections(), leastRttNanos);
  }

  /** What was measured on the way to the neighbour. */
  LinkMeter meter() {
    return meter;
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
