package dev.terra.testbed.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteRelayTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "relay-test");
    thread.setDaemon(true);
    thread.start();
  }

  private static void relay(String from, String to) {
    daemon(() -> {
      try {
        new ByteRelay(from, to).serve();
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    });
  }

  /** Answers a connection with the bytes that arrive over it, until it ends. */
  private static void echo(ServerSocket server) {
    daemon(() -> {
      try (Socket client = server.accept()) {
        client.getInputStream().transferTo(client.getOutputStream());
        client.shutdownOutput();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = listen()) {
      return any.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (Socket tried = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return tried.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void bytesGoBothWaysThroughTwoOfThemAndAFile() throws IOException {
    byte[] sent = new byte[300_000];
    new Random(7).nextBytes(sent);
    Path file = folder.resolve("between");
    int port = freePort();
    try (ServerSocket server = listen()) {
      relay("unix:" + file, "127.0.0.1:" + server.getLocalPort());
      assertThat(Waiting.until(PATIENCE, () -> Files.exists(file))).isTrue();
      relay("127.0.0.1:" + port, "unix:" + file);
      assertThat(Waiting.until(PATIENCE, () -> answers(port))).isTrue();
      server.accept().close(); // the connection that only tested the relay
      echo(server);

      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
        daemon(() -> {
          try {
            client.getOutputStream().write(sent);
            client.shutdownOutput();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
        assertThat(Arrays.equals(client.getInputStream().readAllBytes(), sent)).isTrue();
      }
    }
  }
}
