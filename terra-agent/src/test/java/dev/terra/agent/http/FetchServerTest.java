package dev.terra.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FetchServerTest {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int MANY = 64 << 10;

  /** A client that reads to the end of the stream must not wait for its own time limit. */
  @Test
  void closesTheConnectionOfClientsThatAskForIt() throws Exception {
    assertThat(rawGet("GET /v1/stats HTTP/1.0\r\n\r\n")).contains(" 200 OK").endsWith("the figures");
    assertThat(rawGet("GET /v1/stats HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).contains(" 200 OK").endsWith("the figures");
  }

  private static String rawGet(String request) throws IOException, InterruptedException {
    NioEventLoopGroup loops = new NioEventLoopGroup(1);
    DefaultEventLoop owner = new DefaultEventLoop();
    try (FetchServer server = FetchServer.open(loops, owner, new Figures(), InetAddress.getLoopbackAddress(), 0);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      client.setSoTimeout(PATIENCE_MILLIS);
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
      owner.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }
  }

  /** Else a handler and its reducer wake up for every chunk. */
  @Test
  void fewBytesWaitForMoreUntilFlushedAndManyGoAtOnce() throws Exception {
    NioEventLoopGroup loops = new NioEventLoopGroup(1);
    DefaultEventLoop owner = new DefaultEventLoop();
    Readers readers = new Readers();
    try (FetchServer server = FetchServer.open(loops, owner, readers, InetAddress.getLoopbackAddress(), 0);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      client.setSoTimeout(PATIENCE_MILLIS);
      client.getOutputStream().write("POST /v1/fetch HTTP/1.1\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      FetchSink sink = readers.sink.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      DataInputStream in = new DataInputStream(client.getInputStream());
      owner.submit(() -> sink.head(FetchHead.getDefaultInstance(), MANY + 2)).get();
      assertThat(readHead(in)).contains(" 200 OK").endsWith("content-length: " + (MANY + 3)); // an empty head takes a byte
      in.readByte();
      owner.submit(() -> sink.bytes(new byte[] {1})).get();
      loops.submit(() -> { }).get();
      assertThat(in.available()).isZero();
      owner.submit(sink::flush).get();
      assertThat(in.readByte()).isEqualTo((byte) 1);
      owner.submit(() -> sink.bytes(new byte[MANY])).get();
      in.readFully(new byte[MANY]);
      owner.submit(() -> sink.bytes(new byte[] {2})).get();
      owner.submit(sink::end).get();
      assertThat(in.readByte()).isEqualTo((byte) 2);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
      owner.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }
  }

  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    return head.toString().strip();
  }

  private static final class Readers implements FetchApi {
    private final CompletableFuture<FetchSink> sink = new CompletableFuture<>();

    @Override
    public byte[] stats() {
      return new byte[0];
    }

    @Override
    public Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink to) {
      sink.complete(to);
      return Optional.empty();
    }
  }

  private static final class Figures implements FetchApi {
    @Override
    public byte[] stats() {
      return "the figures".getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink sink) {
      throw new IllegalArgumentException("no fetches here");
    }
  }
}
