package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.door.DoorBounds;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Caller;
import dev.terra.rest.api.Problem;
import dev.terra.rest.audit.AuditLog;
import dev.terra.rest.audit.AuditRow;
import dev.terra.rest.stream.StreamHub;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that neither many requests nor malformed ones harm the server. */
@Timeout(120)
class FloodTest {
  private static final int PATIENCE_MILLIS = 20_000;

  private static Socket connect(RestHarness rest) throws IOException {
    InetSocketAddress address = rest.server.address();
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static String status(Socket socket, String path) throws IOException {
    socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
    return new String(line, StandardCharsets.US_ASCII);
  }

  @Test
  void aPathOfManySlashesIsAnswered() throws IOException {
    try (RestHarness rest = RestHarness.open(RestHarness.small()); Socket socket = connect(rest); Socket page = connect(rest)) {
      assertThat(status(socket, "/a".repeat(15_000) + ".b")).isEqualTo("HTTP/1.1 414");
      assertThat(status(page, "/a".repeat(500) + ".b")).isEqualTo("HTTP/1.1 404");
    }
  }

  @Test
  void noMoreWatchThanMay() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Socket> sockets = new ArrayList<>();
    try (RestHarness rest = RestHarness.open(RestHarness.small())) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 2 * StreamHub.MOST_VIEWERS; i++) {
        if (i % (DoorBounds.STRANGERS_OF_ONE / 2) == 0) {
          TimeUnit.MILLISECONDS.sleep(100); // slow enough for the limit of new connections
        }
        Socket socket = connect(rest);
        sockets.add(socket);
        status(socket, "/api/v1/whoami");
      }
      sockets.forEach(socket -> answers.add(threads.submit(() -> watch(socket))));
      int in = 0;
      for (Future<String> answer : answers) {
        in += answer.get().contains(" 200 ") && answer.get().contains("event-stream") ? 1 : 0;
      }
      assertThat(in).isPositive().isLessThanOrEqualTo(StreamHub.MOST_VIEWERS);
    } finally {
      threads.shutdownNow();
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static String watch(Socket socket) throws IOException {
    try {
      socket.getInputStream().skipNBytes(Math.max(0, socket.getInputStream().available()));
      socket.getOutputStream().write("GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(200), StandardCharsets.US_ASCII);
    } catch (SocketException e) {
      return "reset";
    }
  }

  @Test
  void whatStrangersAreRefusedPushesNoOperatorsLineOut(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("audit.jsonl");
    AuditLog log = new AuditLog(file, Clock.systemUTC());
    log.refused(new Caller("ops", Access.ADMIN, "10.0.0.1"), "POST", "/api/v1/sites/A/drain", Problem.of(409, "no"));
    byte[] before = Files.readAllBytes(file);
    for (int i = 0; i < 20_000; i++) {
      log.refused(new Caller("anonymous", Access.NONE, "10.6.6.6"), "POST", "/api/v1/sites/" + "x".repeat(900), Problem.of(401, "no"));
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(log.newest()).extracting(AuditRow::who).contains("ops").hasSizeLessThan(500);
    try (var files = Files.list(folder)) {
      assertThat(files.mapToLong(each -> each.toFile().length()).sum()).isLessThan(32 << 20);
    }
  }
}
