package dev.terra.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.rest.check.GeneratedController;
import dev.terra.rest.json.RestJson;
import dev.terra.rest.read.ControllerAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A server on loopback with a client. */
final class RestHarness implements AutoCloseable {
  static final String METRICS = "# TYPE terra_up gauge\nterra_up 1\n";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  final RestServer server;
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  RestHarness(RestSettings settings, ControllerAccess controller) {
    try {
      server = RestServer.start(settings, new RestServer.Parts(controller, follower -> List.of(), () -> METRICS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RestHarness open(ControllerAccess controller) {
    return new RestHarness(RestSettings.open(loopback()), controller);
  }

  static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  static GeneratedController small() {
    return new GeneratedController(12, 40, 20, 7, Instant.parse("2026-01-01T00:00:00Z"));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(PATIENCE);
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpClient client() {
    return client;
  }

  HttpResponse<String> get(String path) {
    return send(request(path).build());
  }

  JsonNode json(String path) {
    return json(get("/api/v1" + path));
  }

  static JsonNode json(HttpResponse<String> response) {
    try {
      return RestJson.mapper().readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  HttpRequest.Builder with(String method, String path, String body) {
    return request("/api/v1" + path).method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .header("Content-Type", "application/json");
  }

  @Override
  public void close() {
    server.close();
  }
}
