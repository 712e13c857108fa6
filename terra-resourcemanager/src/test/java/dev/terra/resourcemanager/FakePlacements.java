package dev.terra.resourcemanager;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A fake of a controller's {@code /api/v1/placements}, whose answer a test sets. */
final class FakePlacements implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  final List<String> questions = new CopyOnWriteArrayList<>();
  volatile String answer = "{\"items\": []}";
  volatile int status = 200;
  volatile long delayNanos;

  FakePlacements() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(executor);
    server.createContext("/api/v1/placements", exchange -> {
      questions.add(exchange.getRequestURI().getQuery());
      LockSupport.parkNanos(delayNanos);
      byte[] body = answer.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
  }

  /** Returns a row of the answer with the advised number of an application's reducers at each site. */
  static String row(String application, Map<String, Integer> reducers) {
    int all = reducers.values().stream().mapToInt(Integer::intValue).sum();
    return "{\"application\": \"" + application + "\", \"reducers\": " + all + ", \"outputBytes\": 1000, \"advised\": ["
        + reducers.entrySet().stream().map(site -> "{\"site\": \"" + site.getKey() + "\", \"reducers\": " + site.getValue() + "}")
            .collect(Collectors.joining(",")) + "]}";
  }

  void advises(String... rows) {
    answer = "{\"items\": [" + String.join(",", rows) + "]}";
  }

  String root() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
