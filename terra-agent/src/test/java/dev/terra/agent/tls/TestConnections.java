package dev.terra.agent.tls;

import dev.terra.api.tls.PeerIdentity;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Connections over the loopback interface. Their accepting end sends back what it receives. */
final class TestConnections implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final AttributeKey<Connection> CONNECTION = AttributeKey.valueOf(TestConnections.class, "connection");

  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final Channel listening;
  private final BlockingQueue<Connection> accepted = new LinkedBlockingQueue<>();

  /** One end of a connection, whose handshake may not be over. */
  record Connection(Channel channel, BlockingQueue<String> received) {
    SslHandler tls() {
      return channel.pipeline().get(SslHandler.class);
    }

    PeerIdentity shown() throws CertificateException {
      return AgentTls.shown(tls().engine());
    }

    /** Sends a word and waits for its echo, by which time the client has received TLS sessions. Returns the echo. */
    String echo(String word) throws InterruptedException {
      channel.writeAndFlush(Unpooled.copiedBuffer(word, StandardCharsets.UTF_8)).sync();
      return received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    void close() {
      channel.close().awaitUninterruptibly();
    }
  }

  TestConnections(AgentTls server) {
    listening = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
        .childHandler(end(channel -> server.server(channel.alloc(), null), true))
        .bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
  }

  private ChannelInitializer<Channel> end(Function<Channel, SslHandler> tls, boolean echoes) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        Connection connection = new Connection(channel, new LinkedBlockingQueue<>());
        channel.pipeline().addLast(tls.apply(channel), new SimpleChannelInboundHandler<ByteBuf>() {
          @Override
          protected void channelRead0(ChannelHandlerContext ctx, ByteBuf bytes) {
            connection.received.add(bytes.toString(StandardCharsets.UTF_8));
            if (echoes) {
              ctx.writeAndFlush(bytes.retain()).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
            }
          }

          @Override
          public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
          }
        });
        if (echoes) {
          accepted.add(connection);
        } else {
          channel.attr(CONNECTION).set(connection);
        }
      }
    };
  }

  /** Returns a new connection whose handshake is over. If the handshake fails, its failure is thrown. */
  Connection connect(AgentTls client, String session) throws Exception {
    Channel channel = new Bootstrap().group(loops).channel(NioSocketChannel.class)
        .handler(end(made -> client.client(made.alloc(), null, session), false))
        .connect((InetSocketAddress) listening.localAddress()).syncUninterruptibly().channel();
    Connection connection = channel.attr(CONNECTION).get();
    connection.tls().handshakeFuture().sync();
    return connection;
  }

  /** Returns the accepting end of the next connection. */
  Connection accepted() throws InterruptedException {
    return accepted.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
