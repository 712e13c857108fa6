package dev.terra.rest;

import com.google.common.base.Suppliers;
import dev.terra.api.process.ProductVersion;
import dev.terra.config.ConfigException;
import dev.terra.rest.action.ActionEndpoints;
import dev.terra.rest.action.Actions;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.audit.AuditLog;
import dev.terra.rest.auth.Gate;
import dev.terra.rest.auth.TokenFile;
import dev.terra.rest.explain.ExplainEndpoints;
import dev.terra.rest.http.HttpServer;
import dev.terra.rest.json.RestJson;
import dev.terra.rest.openapi.OpenApi;
import dev.terra.rest.place.PlacementEndpoints;
import dev.terra.rest.read.ControllerAccess;
import dev.terra.rest.read.ControllerEndpoints;
import dev.terra.rest.read.NetworkEndpoints;
import dev.terra.rest.read.Snapshots;
import dev.terra.rest.read.ViewFollower;
import dev.terra.rest.read.WorkEndpoints;
import dev.terra.rest.stream.StreamHub;
import dev.terra.rest.web.RestApp;
import dev.terra.rest.whatif.ClassBoundEndpoints;
import dev.terra.rest.whatif.WhatIfEndpoints;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of a controller: {@code /api/v1}, {@code /metrics}, and the dashboard at {@code /}. */
public final class RestServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RestServer.class);
  /** The thread that sends server-sent events. */

  private final ScheduledExecutorService streamThread =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "terra-http-stream"));
  private final ExecutorService whatIfThread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
      new ArrayBlockingQueue<>(WhatIfEndpoints.MOST_WAITING), task -> daemon(task, "terra-what-if"));
  private final StreamHub hub;
  private final List<Endpoint> endpoints;
  private final boolean secure;
  private final boolean readsOpen;
  private final RestApp app;
  private @Nullable HttpServer http;

  private RestServer(RestSettings settings, Parts parts) {
    this.secure = settings.tls().isPresent();
    this.readsOpen = settings.readsOpen();
    AtomicInteger viewers = new AtomicInteger();
    ViewFollower follower = new ViewFollower(parts.controller(), Clock.systemUTC());
    Snapshots snapshots = new Snapshots(follower, viewers::get);
    AuditLog audit = new AuditLog(settings.audit().orElse(null), Clock.systemUTC());
    this.hub = new StreamHub(follower, snapshots, streamThread, viewers);
    List<ApiModule> modules = new ArrayList<>(List.of(
        new ServerEndpoints(follower, snapshots, audit, settings.readsOpen(), Suppliers.memoize(this::document)),
        new ControllerEndpoints(follower, ProductVersion.NUMBER, viewers::get), new NetworkEndpoints(follower), new WorkEndpoints(follower),
        new ClassBoundEndpoints(follower), new ActionEndpoints(follower, new Actions(follower, audit, System::nanoTime)),
        new WhatIfEndpoints(follower, whatIfThread, System::nanoTime), new ExplainEndpoints(follower),
        new PlacementEndpoints(follower, System::nanoTime)));
    modules.addAll(parts.modules().apply(follower));
    this.endpoints = modules.stream().flatMap(module -> module.endpoints().stream()).toList();
    this.app = new RestApp(endpoints, gate(settings), hub, audit, parts.metrics());
  }

  /**
   * What a server serves.
   *
   * @param modules makes further endpoints
   * @param metrics supplies the text for Prometheus
   */
  public record Parts(ControllerAccess controller, Function<ViewFollower, List<ApiModule>> modules, Supplier<String> metrics) {}

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static Gate gate(RestSettings settings) {
    TokenFile tokens = settings.tokens().map(file -> new TokenFile(file, System::nanoTime)).orElse(null);
    return new Gate(tokens, settings.readsOpen(), settings.hosts());
  }

  private Content document() {
    return new Content(RestJson.bytes(OpenApi.document(ProductVersion.NUMBER, readsOpen, endpoints)));
  }

  /**
   * Starts a server.
   *
   * @throws ConfigException if the server would be open to others, or the tokens cannot be read
   * @throws IOException if the server cannot listen at its address
   */
  public static RestServer start(RestSettings settings, Parts parts) throws IOException {
    boolean loopback = settings.listen().getAddress().isLoopbackAddress();
    if (!loopback && settings.userToken() && settings.tls().isEmpty()) {
      throw new ConfigException("listening for HTTP on " + settings.listen().getAddress().getHostAddress()
          + " needs 'http.tokens' or 'http.tls' in the controller's configuration; without them it may be on loopback only");
    }
    RestServer server = new RestServer(settings, parts);
    try {
      server.http = HttpServer.open(settings.listen(), server.app, settings.tls().orElse(null));
    } catch (IOException e) {
      server.close();
      throw e;
    }
    LOG.info("the controller's HTTP interface and dashboard are at {}/", server.url());
    return server;
  }

  /** Returns the address on which the server listens. */
  public InetSocketAddress address() {
    return Objects.requireNonNull(http, "not started").address();
  }

  /** Returns the server's address for browsers, without a slash at the end. */
  public String url() {
    InetSocketAddress address = address();
    String host = address.getAddress().getHostAddress();
    return (secure ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** Returns all endpoints. */
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public void close() {
    hub.close();
    streamThread.shutdownNow();
    whatIfThread.shutdownNow();
    Optional.ofNullable(http).ifPresent(HttpServer::close);
  }
}
