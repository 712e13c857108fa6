package dev.terra.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.v1.FetchRequest;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what the fetch port takes from clients that have not proved who they are. */
@Timeout(60)
class FetchDoorTest {
  private static final int PATIENCE_MILLIS = 20_000;
  private static final byte[] STATS = "GET /v1/stats HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final List<Socket> sockets = new ArrayList<>();
  private final KnownAddresses known = new KnownAddresses();
  private FetchServer server;

  @BeforeEach
  void start() throws IOException {
    server = FetchServer.open(loops, owner, new Figures(), new FetchClients(Optional.empty(), known),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Ticker.systemTicker());
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    owner.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private Socket connect(String from) throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port(), InetAddress.getByName(from), 0);
    socket.setSoTimeout(PATIENCE_MILLIS);
    sockets.add(socket);
    return socket;
  }

  private static String read(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (SocketException e) {
      return "reset";
    }
  }

  @Test
  void aBodyOfAStrangerEndsAtSixtyFourKibibytes() throws IOException {
    Socket socket = connect("127.0.0.1");
    int sent = 0;
    try {
      socket.getOutputStream()
          .write("POST /v1/fetch HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      while (sent < 3_900_000 && socket.getInputStream().available() == 0) {
        socket.getOutputStream().write(new byte[10_000]);
        sent += 10_000;
      }
      socket.getOutputStream().flush();
      assertThat(read(socket)).as("no answer").isIn("", "reset");
    } catch (SocketException e) {
      assertThat(e).hasMessageMatching("(?i).*(reset|pipe).*");
    }
  }

  /** A client that sends a header line every second could go on for ever if only silence were bounded. */
  @Test
  void aStrangerThatDripsIsGoneAfterSeconds() throws Exception {
    Socket socket = connect("127.0.0.1");
    long start = System.nanoTime();
    boolean open = true;
    socket.getOutputStream().write("GET /v1/stats HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
    socket.setSoTimeout(500);
    while (open && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
      try {
        socket.getOutputStream().write("X: y\r\n".getBytes(StandardCharsets.US_ASCII));
        open = socket.getInputStream().read() >= 0;
      } catch (java.net.SocketTimeoutException e) {
        open = true;
      } catch (SocketException e) {
        open = false;
      }
    }
    assertThat(open).isFalse();
  }

  @Test
  void silentConnectionsOfOneAddressKeepNobodyOut() throws Exception {
    for (int i = 0; i < DoorBounds.STRANGERS_OF_ONE; i++) {
      connect("127.0.0.1");
    }
    Socket other = connect("127.0.0.2");
    other.getOutputStream().write(STATS);
    assertThat(read(other)).as("of another address").endsWith("the figures");
    String answer = "";
    for (int attempt = 0; attempt < 40 && !answer.endsWith("the figures"); attempt++) {
      TimeUnit.MILLISECONDS.sleep(100);
      Socket own = connect("127.0.0.1");
      try {
        own.getOutputStream().write(STATS);
        answer = read(own);
      } catch (SocketException e) {
        answer = "refused";
      }
    }
    assertThat(answer).as("of their own, before their time is over").endsWith("the figures");
    assertThat(known.refused()).isPositive();
  }

  private static final class Figures implements FetchApi {
    @Override
    public boolean stats(Consumer<byte[]> answer) {
      answer.accept("the figures".getBytes(StandardCharsets.US_ASCII));
      return true;
    }

    @Override
    public Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink sink) {
      throw new IllegalArgumentException("no fetches here");
    }
  }
}
