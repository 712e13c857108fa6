package dev.terra.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.v1.FetchRequest;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FetchServerTest {
  private static final int PATIENCE_MILLIS = 10_000;

  /** Without this, a client that reads to the end of the stream waits for its own time limit. */
  @Test
  void closesTheConnectionOfClientsThatAskForIt() throws Exception {
    assertThat(rawGet("GET /v1/stats HTTP/1.0\r\n\r\n")).contains(" 200 OK").endsWith("the figures");
    assertThat(rawGet("GET /v1/stats HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).contains(" 200 OK").endsWith("the figures");
  }

  private static String rawGet(String request) throws IOException, InterruptedException {
    NioEventLoopGroup loops = new NioEventLoopGroup(1);
    DefaultEventLoop owner = new DefaultEventLoop();
    try (FetchServer server = FetchServer.open(loops, owner, new Figures(), new FetchClients(Optional.empty(), new KnownAddresses()),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Ticker.systemTicker());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      client.setSoTimeout(PATIENCE_MILLIS);
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
      owner.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }
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
