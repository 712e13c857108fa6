package dev.terra.agent.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollMode;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.ThreadFactory;

/** The kernel interface that serves channels: Linux's epoll, which can also splice, or Java's selectors. */
public enum SocketTransport {
  /** Linux's epoll, which is available where Netty's library for it can be loaded. */
  EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class),
  /** Java's selectors, which are available everywhere. */
  NIO(NioServerSocketChannel.class, NioSocketChannel.class);

  private final Class<? extends ServerChannel> server;
  private final Class<? extends Channel> client;

  SocketTransport(Class<? extends ServerChannel> server, Class<? extends Channel> client) {
    this.server = server;
    this.client = client;
  }

  /** Returns the best transport on this host. */
  public static SocketTransport best() {
    return Epoll.isAvailable() ? EPOLL : NIO;
  }

  /** Returns the transport of a group of loops, or of one loop. */
  public static SocketTransport of(EventLoopGroup loops) {
    boolean epoll = loops instanceof EpollEventLoopGroup
        || (loops instanceof EventLoop loop && loop.parent() instanceof EpollEventLoopGroup);
    return epoll ? EPOLL : NIO;
  }

  /** Creates loops. */
  public EventLoopGroup loops(int threads, ThreadFactory factory, SelectStrategyFactory strategy) {
    return this == EPOLL ? new EpollEventLoopGroup(threads, factory, strategy)
        : new NioEventLoopGroup(threads, factory, SelectorProvider.provider(), strategy);
  }

  /** Allows accepted connections to splice. */
  public ServerBootstrap spliceable(ServerBootstrap bootstrap) {
    return this == EPOLL ? bootstrap.childOption(EpollChannelOption.EPOLL_MODE, EpollMode.LEVEL_TRIGGERED) : bootstrap;
  }

  /** Allows outgoing connections to splice. */
  public Bootstrap spliceable(Bootstrap bootstrap) {
    return this == EPOLL ? bootstrap.option(EpollChannelOption.EPOLL_MODE, EpollMode.LEVEL_TRIGGERED) : bootstrap;
  }

  /** Returns the class of channels that accept connections. */
  public Class<? extends ServerChannel> server() {
    return server;
  }

  /** Returns the class of channels that are connected. */
  public Class<? extends Channel> client() {
    return client;
  }
}
