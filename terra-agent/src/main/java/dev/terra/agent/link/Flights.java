package dev.terra.agent.link;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The bytes that TCP has under way in the network on connections, where the machine reports them. */
final class Flights {
  private static final AttributeKey<Integer> SEGMENT_BYTES = AttributeKey.valueOf(Flights.class, "segmentBytes");
  /** The headers of IPv4 and of TCP with time stamps. With IPv6, payloads are 20 bytes shorter, which makes no difference here. */
  private static final int HEADER_BYTES = 52;
  /** The payload of packets of 1,500 bytes, which is assumed where the interface is not known. */
  private static final int USUAL_BYTES = 1448;

  /**
   * How long a snapshot is used. The kernel walks through a table of all the connections that a machine may have, which takes 5 ms, so all
   * links of an agent share the result.
   */
  private static final long FRESH_NANOS = 200_000_000;
  private static volatile @Nullable Snapshot newest;

  private record Snapshot(Optional<SocketTable> table, long nanos) {
    boolean isFresh(long nowNanos) {
      return nowNanos - nanos < FRESH_NANOS;
    }
  }

  private Flights() {}

  private static Optional<SocketTable> table(long nowNanos) {
    Snapshot last = newest;
    Optional<SocketTable> old = last == null ? Optional.empty() : last.table;
    if (last != null && last.isFresh(nowNanos)) {
      return old;
    }
    newest = new Snapshot(old, nowNanos); // other threads use the old table meanwhile
    Optional<SocketTable> table = SocketTable.now();
    newest = new Snapshot(table, nowNanos);
    return table;
  }

  /** Returns the bytes under way on all channels together; empty if they are known for none. */
  static OptionalLong bytes(Collection<Channel> channels, long nowNanos) {
    Optional<SocketTable> table = table(nowNanos);
    long[] found = table.map(sockets -> channels.stream().flatMap(channel -> flight(channel, sockets).stream())
        .mapToLong(Long::longValue).toArray()).orElse(new long[0]);
    long sum = 0;
    for (long flight : found) {
      sum += flight;
    }
    return found.length == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  private static Optional<Long> flight(Channel channel, SocketTable sockets) {
    return channel.localAddress() instanceof InetSocketAddress local && channel.remoteAddress() instanceof InetSocketAddress remote
        ? sockets.socket(local, remote).map(socket -> socket.flightBytes(segmentBytes(channel, local))) : Optional.empty();
  }

  private static int segmentBytes(Channel channel, InetSocketAddress local) {
    Integer known = channel.attr(SEGMENT_BYTES).get();
    if (known == null) {
      known = segmentBytes(local);
      channel.attr(SEGMENT_BYTES).set(known);
    }
    return known;
  }

  private static int segmentBytes(InetSocketAddress local) {
    try {
      NetworkInterface device = NetworkInterface.getByInetAddress(local.getAddress());
      return device == null ? USUAL_BYTES : device.getMTU() - HEADER_BYTES;
    } catch (SocketException e) {
      return USUAL_BYTES;
    }
  }
}
