package dev.terra.agent.http;

import dev.terra.agent.link.SocketTransport;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.failure.Failures;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpClientCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections to one handler's segment endpoint, one request at a time on each. On the agent's thread. */
final class SegmentConnections implements SegmentConnection.Pool {
  /** Enough to keep a handler's disk and a local network busy. */
  private static final int MAX_CONNECTIONS = 4;
  /** Inside a site; a handler that can't accept in this time is as good as dead. */
  private static final int CONNECT_TIMEOUT_MILLIS = (int) ProtocolTiming.SITE_CONNECT.millis();

  private static final int MAX_LINE_BYTES = 4 << 10;
  private static final int MAX_HEAD_BYTES = 8 << 10;
  /** A body comes in pieces as large as reads of the socket. */
  private static final int MAX_PIECE_BYTES = 64 << 10;

  private final EventLoopGroup ioLoops;
  private final EventLoop owner;
  private final InetSocketAddress address;
  private final @Nullable SiteTls tls;
  private final InetAddress from;
  private final Deque<SegmentRead> waiting = new ArrayDeque<>();
  private final Deque<SegmentConnection> idle = new ArrayDeque<>();
  private final Set<Channel> open = new HashSet<>();
  private int connections;

  SegmentConnections(EventLoopGroup ioLoops, EventLoop owner, InetSocketAddress address, @Nullable SiteTls tls, InetAddress from) {
    this.from = from;
    this.tls = tls;
    this.ioLoops = ioLoops;
    this.owner = owner;
    this.address = address;
  }

  void read(SegmentRead read) {
    waiting.addLast(read);
    dispatch();
  }

  private void dispatch() {
    while (!waiting.isEmpty() && !idle.isEmpty()) {
      idle.removeLast().send(waiting.removeFirst());
    }
    if (!waiting.isEmpty() && connections < MAX_CONNECTIONS) {
      connect();
    }
  }

  private void connect() {
    connections++;
    SegmentConnection connection = new SegmentConnection(owner, address, this);
    new Bootstrap()
        .group(ioLoops)
        .channel(SocketTransport.of(ioLoops).client())
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            if (tls != null) {
              channel.pipeline().addLast(tls.client(channel.alloc()));
            }
            channel.pipeline().addLast(new HttpClientCodec(MAX_LINE_BYTES, MAX_HEAD_BYTES, MAX_PIECE_BYTES), connection);
          }
        })
        .connect(address, new InetSocketAddress(from, 0))
        .addListener((ChannelFutureListener) connected -> owner.execute(() -> {
          if (connected.isSuccess()) {
            opened(connection, connected.channel());
          } else {
            connectFailed(Failures.inWords(connected.cause()));
          }
        }));
  }

  private void opened(SegmentConnection connection, Channel channel) {
    open.add(channel);
    if (connection.isClosed()) {
      closed(connection, channel);
    } else {
      idle.addLast(connection);
      dispatch();
    }
  }

  private void connectFailed(String reason) {
    connections--;
    if (connections == 0) {
      List<SegmentRead> all = List.copyOf(waiting);
      waiting.clear();
      all.forEach(read -> read.outcome().failed("no connection to the handler: " + reason, true));
    }
  }

  @Override
  public void free(SegmentConnection connection) {
    idle.addLast(connection);
    dispatch();
  }

  @Override
  public void closed(SegmentConnection connection, Channel channel) {
    idle.remove(connection);
    if (open.remove(channel)) {
      connections--;
      dispatch();
    }
  }

  void close() {
    List.copyOf(open).forEach(channel -> channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }
}
