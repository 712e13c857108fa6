package dev.terra.api.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GrpcDoorTest {
  private static final int INTERACTIVE = 72;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_MILLIS = 10;

  private final GrpcDoor door = new GrpcDoor(new ShadedDoor(
      new Entrance(new PortName("test", line -> { }), new DoorBounds(10, 10), new KnownAddresses(), null)));

  private void await(List<Integer> values) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    CountDownLatch never = new CountDownLatch(1);
    while (!door.typesOfService().equals(values) && System.nanoTime() < end) {
      assertThat(never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
    }
    assertThat(door.typesOfService()).isEqualTo(values);
  }

  @Test
  void connectionsThatStandAndLaterOnesCarryTheMark() throws Exception {
    EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Server server = door.server(new InetSocketAddress(loopback, 0), InsecureServerCredentials.create(), threads).build().start();
    try (Socket first = new Socket(loopback, server.getPort())) {
      await(List.of(0));
      door.mark(INTERACTIVE);
      await(List.of(INTERACTIVE));
      try (Socket second = new Socket(loopback, server.getPort())) {
        await(List.of(INTERACTIVE, INTERACTIVE));
        assertThat(first.isConnected() && second.isConnected()).isTrue();
      }
    } finally {
      server.shutdownNow();
      threads.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }
}
