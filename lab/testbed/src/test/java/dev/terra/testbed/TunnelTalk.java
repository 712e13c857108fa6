package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.SiteNet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A TCP connection between the tunnel addresses of two sites, of which a test holds both ends. */
final class TunnelTalk implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration ARRIVES = Duration.ofSeconds(2);
  private static final byte[] WORD = "over here".getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel near;
  private final SocketChannel far;

  private TunnelTalk(SocketChannel near, SocketChannel far) {
    this.near = near;
    this.far = far;
  }

  /** Opens a connection to a port. */
  static TunnelTalk open(Testbed testbed, NamespaceDoor door, List<SiteId> ends, int port) throws IOException, InterruptedException {
    SiteNet opener = testbed.addresses().site(ends.get(0));
    SiteNet listener = testbed.addresses().site(ends.get(1));
    setSource(testbed, opener, listener);
    setSource(testbed, listener, opener);
    String address = listener.tunnelAddress() + ":" + port;
    Path arrivals = door.fresh();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(arrivals))) {
      server.configureBlocking(false);
      door.to(arrivals, gateway(testbed, listener), address);
      return connect(server, door.from(gateway(testbed, opener), address));
    }
  }

  /** Connects, and retries until the far end listens. */
  private static TunnelTalk connect(ServerSocketChannel server, Path departures) throws IOException {
    List<TunnelTalk> opened = new ArrayList<>();
    boolean connected = Waiting.until(PATIENCE, () -> {
      try {
        SocketChannel near = SocketChannel.open(UnixDomainSocketAddress.of(departures));
        return Waiting.until(ARRIVES, () -> accepted(server, near, opened)) || !closed(near);
      } catch (IOException e) {
        return false; // the file exists a moment before a process listens at it
      }
    });
    assertThat(connected && !opened.isEmpty()).as("a connection was opened").isTrue();
    return opened.get(0);
  }

  private static boolean accepted(ServerSocketChannel server, SocketChannel near, List<TunnelTalk> opened) {
    try {
      SocketChannel far = server.accept();
      return far != null && opened.add(new TunnelTalk(near, far));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean closed(SocketChannel channel) throws IOException {
    channel.close();
    return true;
  }

  /** Sets the route to the other end so that packets have the tunnel address as their source. */
  private static void setSource(Testbed testbed, SiteNet at, SiteNet to) throws IOException, InterruptedException {
    Process route = testbed.command(gateway(testbed, at), List.of("ip", "route", "replace", to.tunnelAddress() + "/32", "via",
        at.routerAddress(), "src", at.tunnelAddress())).redirectErrorStream(true).start();
    String said = new String(route.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(route.waitFor()).as(said).isZero();
  }

  private static String gateway(Testbed testbed, SiteNet site) {
    return testbed.addresses().gateway(site.site()).name();
  }

  /** Sends a word and receives it back, the given number of times. */
  void echo(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      near.write(ByteBuffer.wrap(WORD));
      far.write(ByteBuffer.wrap(Channels.newInputStream(far).readNBytes(WORD.length)));
      assertThat(Channels.newInputStream(near).readNBytes(WORD.length)).isEqualTo(WORD);
    }
  }

  @Override
  public void close() throws IOException {
    near.close();
    far.close();
  }
}
