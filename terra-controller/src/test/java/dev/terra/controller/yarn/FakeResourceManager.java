package dev.terra.controller.yarn;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A server that answers as a ResourceManager does, or in the way that a test sets. */
public final class FakeResourceManager implements AutoCloseable {
  /** The way in which a request is answered. */
  public interface Behaviour {
    void answer(HttpExchange exchange) throws IOException;
  }

  private static final String APPS = "/ws/v1/cluster/apps/";
  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> queues = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile Behaviour behaviour = this::active;

  /** Starts a server without TLS. */
  public FakeResourceManager() throws IOException {
    this(Optional.empty());
  }

  FakeResourceManager(Optional<SSLContext> tls) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    this.scheme = tls.isPresent() ? "https" : "http";
    if (tls.isPresent()) {
      HttpsServer https = HttpsServer.create(any, 0);
      https.setHttpsConfigurator(new HttpsConfigurator(tls.get()));
      this.server = https;
    } else {
      this.server = HttpServer.create(any, 0);
    }
    server.setExecutor(threads);
    server.createContext("/", exchange -> {
      requests.add(exchange.getRequestURI().toString());
      try (exchange) {
        behaviour.answer(exchange);
      }
    });
    server.start();
  }

  /** Runs an application in a queue. */
  public void place(String application, String queue) {
    queues.put(application, queue);
  }

  /** Sets the way in which all later requests are answered. */
  public void behave(Behaviour other) {
    behaviour = other;
  }

  /** Makes the server answer as an active ResourceManager again. */
  public void recover() {
    behaviour = this::active;
  }

  private void active(HttpExchange exchange) throws IOException {
    String application = exchange.getRequestURI().getPath().substring(APPS.length());
    String queue = queues.get(application);
    if (queue == null) {
      say(exchange, 404, "{\"RemoteException\":{\"exception\":\"NotFoundException\",\"message\":\"java.lang.Exception: app with id: "
          + application + " not found\",\"javaClassName\":\"org.apache.hadoop.yarn.webapp.NotFoundException\"}}");
    } else {
      say(exchange, 200, "{\"app\":{\"id\":\"" + application + "\",\"user\":\"ann\",\"name\":\"word count\",\"queue\":\"" + queue
          + "\",\"state\":\"RUNNING\",\"priority\":0}}");
    }
  }

  static void say(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  /** Returns the server's web address. */
  public String address() {
    return scheme + "://127.0.0.1:" + server.getAddress().getPort();
  }

  List<String> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
