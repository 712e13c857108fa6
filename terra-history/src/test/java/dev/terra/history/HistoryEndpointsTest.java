package dev.terra.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.history.rest.CostEndpoints;
import dev.terra.history.rest.HistoryEndpoints;
import dev.terra.history.store.HistoryStore;
import dev.terra.history.store.Retention;
import dev.terra.rest.RestServer;
import dev.terra.rest.RestSettings;
import dev.terra.rest.read.RunningController;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the history over a real HTTP server, with requests like those of the dashboard. */
@Timeout(60)
class HistoryEndpointsTest {
  private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir
  private Path folder;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private ControllerServer controller;
  private RunningController running;

  @BeforeEach
  void start() throws Exception {
    ControllerConfig config = ControllerConfig.usual("../topologies/triangle.yaml", "127.0.0.1:0");
    controller = ControllerServer.start(Settings.of(config, 1), ANY, executor, System::nanoTime);
    running = new RunningController(controller, Settings.of(config, 1), config.policy(), Instant.now());
  }

  @AfterEach
  void stop() {
    controller.close();
    executor.shutdownNow();
  }

  private RestServer serve(Optional<HistoryRecorder> recorder) throws Exception {
    return RestServer.start(
        RestSettings.open(ANY), new RestServer.Parts(running, follower -> List.of(new HistoryEndpoints(recorder.orElse(null)),
            new CostEndpoints(recorder.orElse(null), follower, Clock.systemUTC())), () -> ""));
  }

  private HttpResponse<String> get(RestServer server, String path) throws Exception {
    return ask(server, "/history" + path);
  }

  private HttpResponse<String> ask(RestServer server, String path) throws Exception {
    URI uri = URI.create(server.url() + "/api/v1" + path);
    return client.send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void theDocumentOfTheInterfaceDescribesThem() throws Exception {
    try (RestServer server = serve(Optional.empty())) {
      URI uri = URI.create(server.url() + "/api/v1/openapi.json");
      HttpResponse<String> document =
          client.send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(document.statusCode()).as(document.body()).isEqualTo(200);
      assertThat(document.body()).contains("/history/links");
    }
  }

  @Test
  void whatWasIsAnswered() throws Exception {
    HistoryStore store = HistoryStore.open(folder.resolve("h.db"), Retention.within(Retention.LEAST_BYTES), Clock.systemUTC().millis());
    try (HistoryRecorder recorder = HistoryRecorder.start(controller.views(), store,
        new ControllerSession("s1", Clock.systemUTC().millis(), running.settings().wan()), Clock.systemUTC());
        RestServer server = serve(Optional.of(recorder))) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (recorder.figures().writes() < 2) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(get(server, "").body()).contains("\"enabled\":true").doesNotContain("\"oldestAt\":null");
      assertThat(get(server, "/links?step=1").body()).contains("\"A:B\"").contains("\"state\":\"??????\"");
      assertThat(get(server, "/events?limit=5&severity=info").body()).contains("controller-started").contains("\"session\":\"s1\"");
      assertThat(get(server, "/shuffles").body()).contains("\"total\":0");
      assertThat(ask(server, "/costs?by=link").body()).contains("\"total\":0");
      assertThat(ask(server, "/costs/work?by=day").body()).contains("\"total\":0");
      assertThat(ask(server, "/costs/work?by=queue").statusCode()).isEqualTo(400);
      assertThat(ask(server, "/costs?by=moon").statusCode()).isEqualTo(400);
      for (String path : List.of("/costs", "/costs/work", "/residency/crossings")) {
        assertThat(ask(server, path + "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z").statusCode()).as(path).isEqualTo(400);
      }
      assertThat(ask(server, "/residency/crossings").body()).contains("\"total\":0");
      assertThat(get(server, "/rounds").statusCode()).isEqualTo(200);
      assertThat(get(server, "/links?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z").statusCode()).isEqualTo(400);
      assertThat(get(server, "/links?from=yesterday").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void withoutAHistoryItSaysThatThereIsNone() throws Exception {
    try (RestServer server = serve(Optional.empty())) {
      assertThat(get(server, "").body()).contains("\"enabled\":false");
      assertThat(get(server, "/links").statusCode()).isEqualTo(404);
      assertThat(get(server, "/events").body()).contains("--history DIR");
      assertThat(ask(server, "/costs").body()).contains("\"total\":0");
      assertThat(ask(server, "/costs/work").body()).contains("\"total\":0");
    }
  }
}
