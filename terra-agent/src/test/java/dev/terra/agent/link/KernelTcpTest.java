package dev.terra.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what this machine's kernel reports about real connections. */
@Timeout(60)
class KernelTcpTest {
  private final SocketTransport transport = SocketTransport.best();
  private final EventLoopGroup loops = transport.loops(1, new DefaultThreadFactory("kernel"), DefaultSelectStrategyFactory.INSTANCE);
  private final CompletableFuture<Channel> accepted = new CompletableFuture<>();

  @AfterEach
  void close() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private Channel connected(int dscp) {
    Channel server = KernelTcp.keepFirstPackets(new ServerBootstrap(), transport).group(loops).channel(transport.server())
        .childHandler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            accepted.complete(channel);
          }
        }).bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).awaitUninterruptibly().channel();
    return new Bootstrap().group(loops).channel(transport.client()).handler(new ChannelInboundHandlerAdapter())
        .option(ChannelOption.IP_TOS, dscp << 2).connect(server.localAddress()).awaitUninterruptibly().channel();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 18, 63})
  void theMarkOfTheFirstPacketIsReadOnce(int dscp) {
    assumeTrue(transport == SocketTransport.EPOLL);
    Channel opened = connected(dscp);

    assertThat(KernelTcp.sentDscp(opened)).hasValue(dscp);
    assertThat(KernelTcp.arrivedDscp(accepted.join())).hasValue(dscp);
    assertThat(KernelTcp.arrivedDscp(accepted.join())).as("the kernel has forgotten it").isEmpty();
  }

  @Test
  void theConnectionThatWasOpenedHasReceivedNoFirstPacket() {
    Channel opened = connected(18);
    accepted.join();

    assertThat(KernelTcp.arrivedDscp(opened)).isEmpty();
  }

  @Test
  void aRoundTripIsMeasured() {
    assumeTrue(transport == SocketTransport.EPOLL);
    assertThat(KernelTcp.roundTripNanos(connected(1)).orElse(-1)).isBetween(1L, TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  void whatIsNoHeaderOfIpv4HasNoMark() {
    assertThat(KernelTcp.dscp(ByteBuffer.wrap(new byte[128]))).isEmpty();
    assertThat(KernelTcp.dscp(ByteBuffer.wrap(new byte[] {0x60, 0}))).isEmpty();
    assertThat(KernelTcp.dscp(ByteBuffer.wrap(new byte[] {0x45}))).isEmpty();
    assertThat(KernelTcp.dscp(ByteBuffer.wrap(new byte[] {0x45, (byte) 0xfe}))).isEqualTo(OptionalInt.of(63));
  }
}
