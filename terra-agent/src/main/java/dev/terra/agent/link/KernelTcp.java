package dev.terra.agent.link;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Linux's data about a TCP connection that any user may read, see tcp(7). With a transport other than epoll, there is none except the DSCP
 * that is sent.
 */
public final class KernelTcp {
  private static final int IPPROTO_TCP = 6;
  private static final ChannelOption<Integer> SAVE_SYN = new IntegerUnixChannelOption("TCP_SAVE_SYN", IPPROTO_TCP, 27);
  /** The size of the buffer for a first packet: a header of IPv4 and one of TCP, with all options. The kernel refuses a shorter buffer. */
  private static final int MOST_SYN_BYTES = 128;
  private static final ChannelOption<ByteBuffer> SAVED_SYN = new RawUnixChannelOption("TCP_SAVED_SYN", IPPROTO_TCP, 28, MOST_SYN_BYTES);
  private static final int VERSION_4 = 4;
  private static final int HALF_BYTE = 4;
  private static final int ECN_BITS = 2;
  private static final int BYTE = 0xff;

  private KernelTcp() {}

  /** Makes the kernel keep the first packet of each accepted connection, until {@link #arrivedDscp} is called. */
  public static ServerBootstrap keepFirstPackets(ServerBootstrap bootstrap, SocketTransport transport) {
    return transport == SocketTransport.EPOLL ? bootstrap.option(SAVE_SYN, 1) : bootstrap;
  }

  /** Returns the DSCP with which the first packet of an accepted connection arrived. It can be read once for each connection. */
  public static OptionalInt arrivedDscp(Channel accepted) {
    if (!(accepted instanceof EpollSocketChannel)) {
      return OptionalInt.empty();
    }
    try {
      ByteBuffer packet = accepted.config().getOption(SAVED_SYN);
      return packet == null ? OptionalInt.empty() : dscp(packet);
    } catch (ChannelException e) {
      return OptionalInt.empty(); // it is closed, or the kernel does not have the option
    }
  }

  /** Returns the DSCP in a packet's header. Where no packet was kept, all bytes are 0, and there is none. */
  static OptionalInt dscp(ByteBuffer packet) {
    return packet.remaining() >= 2 && (packet.get(0) & BYTE) >> HALF_BYTE == VERSION_4 ? OptionalInt.of((packet.get(1) & BYTE) >> ECN_BITS)
        : OptionalInt.empty();
  }

  /** Returns the DSCP with which a connection sends. */
  public static OptionalInt sentDscp(Channel channel) {
    try {
      Integer typeOfService = channel.config().getOption(ChannelOption.IP_TOS);
      return typeOfService == null ? OptionalInt.empty() : OptionalInt.of(typeOfService >> ECN_BITS);
    } catch (ChannelException e) {
      return OptionalInt.empty();
    }
  }

  /**
   * Returns the smoothed round trip of a connection's packets, without the time that bytes wait in its socket. It is called on the
   * connection's loop.
   */
  public static OptionalLong roundTripNanos(Channel channel) {
    if (!(channel instanceof EpollSocketChannel connection)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(connection.tcpInfo().rtt()));
    } catch (ChannelException e) {
      return OptionalLong.empty();
    }
  }
}
