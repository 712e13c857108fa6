package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Verb;
import dev.terra.rest.http.HttpServer;
import dev.terra.rest.read.RunningController;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the statuses which the document names for each endpoint are those with which a server answers requests that are wrong in
 * various ways.
 */
@Timeout(120)
class DocumentedStatusesTest {
  private static final String ADMIN = "admin-token-0123456789abcdef";
  private static final String READ = "read-token-0123456789abcdefgh";
  /**
   * The statuses for a wrong host and for too many requests, which every endpoint may return, and 429, for which see {@link
   * #fewAreToldToComeLater}.
   */
  private static final List<Integer> NOT_PROVOKED = List.of(421, 429, 503);
  private static final Map<String, String> BODIES = Map.of("TermsRequest", "{\"weight\": 2}",
      "PathRequest", "{\"path\": [\"A\", \"C\", \"B\"]}",
      "PathsPerPairRequest", "{\"pathsPerPair\": 3}");

  private static final int MORE_THAN_A_BODY = HttpServer.MAX_BODY_BYTES + 1;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private ControllerServer server;
  private RestHarness rest;

  @BeforeEach
  void start() throws IOException {
    Path tokens = Files.writeString(directory.resolve("tokens"), "admin ops " + ADMIN + "\nread eyes " + READ + "\n");
    ControllerSettings settings =
        Settings.of(new ControllerConfig("../topologies/triangle.yaml", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), 1);
    server = ControllerServer.start(settings, RestHarness.loopback(), executor, System::nanoTime);
    rest = new RestHarness(new RestSettings(RestHarness.loopback(), Optional.of(tokens), false, Optional.empty(), ImmutableSet.of(),
        Optional.of(directory.resolve("audit.log"))), new RunningController(server, settings, "terra-plus", Instant.now()));
  }

  @AfterEach
  void stop() {
    rest.close();
    server.close();
    executor.shutdownNow();
  }

  private static String body(Endpoint endpoint) {
    return endpoint.body().map(type -> BODIES.getOrDefault(type.getSimpleName(), "{}")).orElse(null);
  }

  private int status(Endpoint endpoint, String path, String token, String... headers) {
    HttpRequest.Builder request = rest.with(endpoint.verb().name(), path, body(endpoint)).header("Authorization", "Bearer " + token);
    if (headers.length > 0) {
      request.setHeader(headers[0], headers[1]);
    }
    return rest.send(request.build()).statusCode();
  }

  /** Returns a path of the endpoint that names things which do not exist. */
  private static String nowhere(Endpoint endpoint) {
    String path = endpoint.path().replaceAll("\\{[a-z]+}", "nowhere");
    return switch (path) {
      case "/links" -> path + "?site=nowhere";
      case "/classes" -> path + "?from=nowhere";
      case "/paths" -> path + "?from=nowhere&to=A";
      default -> path;
    };
  }

  private SortedSet<Integer> provoked(Endpoint endpoint) {
    String path = nowhere(endpoint);
    SortedSet<Integer> statuses = new TreeSet<>();
    statuses.add(status(endpoint, path + (path.contains("?") ? "&" : "?") + "nonsense=1", ADMIN));
    statuses.add(status(endpoint, path, "no-such-token"));
    if (endpoint.verb() != Verb.GET) {
      statuses.add(status(endpoint, path, ADMIN, "Origin", "https://elsewhere.example"));
    }
    if (endpoint.shape() != Endpoint.Shape.STREAM) {
      statuses.add(status(endpoint, path, ADMIN));
      statuses.add(status(endpoint, path, READ));
    }
    if (endpoint.body().isPresent()) {
      statuses.add(status(endpoint, path, ADMIN, "Content-Type", "text/plain"));
      statuses.add(rest.send(rest.with(endpoint.verb().name(), path, " ".repeat(MORE_THAN_A_BODY))
          .expectContinue(true).header("Authorization", "Bearer " + ADMIN).build()).statusCode());
    }
    return statuses;
  }

  /** Returns the statuses that the document names. */
  private SortedSet<Integer> documented(Endpoint endpoint) {
    SortedSet<Integer> statuses = new TreeSet<>();
    rest.json("/openapi.json").path("paths").path(endpoint.path()).path(endpoint.verb().name().toLowerCase(Locale.ROOT))
        .path("responses").fieldNames().forEachRemaining(status -> statuses.add(Integer.valueOf(status)));
    return statuses;
  }

  @Test
  void eachEndpointAnswersWhatTheDocumentSays() {
    for (Endpoint endpoint : rest.server.endpoints()) {
      String name = endpoint.verb() + " " + endpoint.path();
      SortedSet<Integer> provoked = provoked(endpoint);
      SortedSet<Integer> documented = documented(endpoint);
      assertThat(documented).as(name).containsAll(provoked);
      documented.removeAll(provoked);
      documented.removeAll(NOT_PROVOKED);
      // 403 on what all callers may read needs an agent's certificate; 409 has a test of its own
      documented.removeIf(status -> status == 200 || status == 304 || status == 409 || (status == 403 && endpoint.verb() == Verb.GET));
      assertThat(documented).as("%s: named and never answered", name).isEmpty();
    }
  }

  @Test
  void aConflictIsNamedWhereThereCanBeOne() {
    assertThat(named(409)).containsExactlyInAnyOrder("DELETE /actions/{id}", "GET /shuffles/{id}/explanation");
    HttpRequest forbid = rest.with("PUT", "/settings/paths-per-pair", "{\"pathsPerPair\": 3}")
        .header("Authorization", "Bearer " + ADMIN).build();
    String id = RestHarness.json(rest.send(forbid)).path("id").asText();
    HttpRequest undo = rest.with("DELETE", "/actions/" + id, null).header("Authorization", "Bearer " + ADMIN).build();
    assertThat(rest.send(undo).statusCode()).isEqualTo(200);
    assertThat(rest.send(undo).statusCode()).isEqualTo(409);
  }

  @Test
  void fewAreToldToComeLater() {
    assertThat(named(429)).containsExactlyInAnyOrder("GET /stream", "POST /what-if", "GET /shuffles/{id}/explanation",
        "GET /placements", "GET /shuffles/{id}/placement");
  }

  private List<String> named(int status) {
    return rest.server.endpoints().stream().filter(endpoint -> documented(endpoint).contains(status))
        .map(endpoint -> endpoint.verb() + " " + endpoint.path()).collect(Collectors.toList());
  }
}
