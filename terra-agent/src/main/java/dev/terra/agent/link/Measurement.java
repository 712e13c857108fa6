package dev.terra.agent.link;

import dev.terra.api.v1.LinkReceipt;
import dev.terra.core.capacity.LinkMeter;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The measurement at one end of connections that cross the same part of the network: all connections over a link, or one connection that
 * goes from end to end. It may be used from any thread.
 */
public final class Measurement {
  private static final AttributeKey<Measurement> OF_CHANNEL = AttributeKey.valueOf(Measurement.class, "measurement");
  private static final double PERCENT = 100;

  private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
  private final AtomicBoolean paused = new AtomicBoolean();
  private final LinkBytes bytes = new LinkBytes(System::nanoTime);
  private final LinkMeter meter = new LinkMeter();
  private final ReceiptPace receipts = new ReceiptPace();

  /** Counts the bytes of a connection, from its beginning to its end. */
  public void count(Channel channel) {
    channels.add(channel);
    channel.attr(OF_CHANNEL).set(this);
    channel.pipeline().get(ConnectionBytes.class).countIn(bytes);
  }

  /** Returns a receipt for the other end with the bytes that were read from it, if a receipt is due. */
  public Optional<LinkReceipt> receiptDue(long nowNanos) {
    long read = bytes.read();
    if (!receipts.takeDue(read, nowNanos)) {
      return Optional.empty();
    }
    return Optional.of(LinkReceipt.newBuilder().setBytes(read).setAtNanos(nowNanos).setConnections(bytes.connections())
        .setCoreWaitPercent((int) Math.round(PERCENT * CoreWait.share(nowNanos)))
        .setPaused(paused.getAndSet(false) || channels.stream().anyMatch(channel -> !channel.config().isAutoRead())).build());
  }

  /**
   * Resumes or pauses reading from a connection. The next receipt reports a pause, as bytes that wait during a pause are no sign of a slow
   * link.
   */
  public static void setReading(Channel channel, boolean reading) {
    channel.config().setAutoRead(reading);
    noteReading(channel);
  }

  /** Records whether reading from a connection is paused. */
  public static void noteReading(Channel channel) {
    Measurement measurement = channel.attr(OF_CHANNEL).get();
    if (measurement != null && !channel.config().isAutoRead()) {
      measurement.paused.set(true);
    }
  }

  /** Processes a receipt, in which the other end reports what it has read. */
  public void receipt(LinkReceipt receipt, long leastRttNanos, long nowNanos) {
    double coreWait = Math.max(receipt.getCoreWaitPercent() / PERCENT, CoreWait.share(nowNanos));
    meter.receipt(
        new LinkMeter.Receipt(receipt.getBytes(), receipt.getAtNanos(), receipt.getConnections(), receipt.getPaused(), coreWait),
        new LinkMeter.Sender(bytes.written(), bytes.connections(), bytes.takeBlockedShare(), leastRttNanos, nowNanos,
            () -> Flights.bytes(channels, nowNanos)));
  }

  /** Returns the meter of the way to the other end. */
  public LinkMeter meter() {
    return meter;
  }
}
