package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableSet;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.rest.read.RunningController;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of an operator's actions on a running controller, and of who may take them. Fake agents record the controller's messages. */
@Timeout(120)
class ActionTest {
  private static final String ADMIN = "admin-admin-admin";
  private static final String READ = "read-read-read-read";
  private static final String TOPOLOGY = """
      name: triangle
      sites: [{id: A}, {id: B}, {id: C}]
      links:
        - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
        - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
        - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
      """;
  private static final double LINK = 1e7;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final List<FakeAgent> agents = new ArrayList<>();
  private ControllerServer server;
  private RestHarness rest;
  private Path tokens;
  private Path audit;

  @BeforeEach
  void start() throws IOException {
    Path topology = Files.writeString(directory.resolve("triangle.yaml"), TOPOLOGY);
    tokens = Files.writeString(directory.resolve("tokens"), "admin ops " + ADMIN + "\nread eyes " + READ + "\n");
    audit = directory.resolve("audit.log");
    ControllerSettings settings =
        Settings.of(new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), 1);
    server = ControllerServer.start(settings, RestHarness.loopback(), executor, System::nanoTime);
    rest = new RestHarness(new RestSettings(RestHarness.loopback(), Optional.of(tokens), false, Optional.empty(), ImmutableSet.of(),
        Optional.of(audit)), new RunningController(server, settings, "terra-plus", Instant.now()));
    for (String site : List.of("A", "B", "C")) {
      agents.add(new FakeAgent(server.port(), site));
    }
  }

  @AfterEach
  void stop() {
    agents.forEach(FakeAgent::close);
    rest.close();
    server.close();
    executor.shutdownNow();
  }

  private HttpResponse<String> send(String token, String method, String path, String body) {
    HttpRequest.Builder request = rest.with(method, path, body);
    return rest.send((token.isEmpty() ? request : request.header("Authorization", "Bearer " + token)).build());
  }

  private JsonNode done(String method, String path, String body) {
    HttpResponse<String> response = send(ADMIN, method, path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return RestHarness.json(response);
  }

  private JsonNode read(String path) {
    return RestHarness.json(send(READ, "GET", path, null));
  }

  private void shuffles() throws InterruptedException {
    FakeAgent a = agents.get(0);
    a.produce("small", 100_000_000, "B");
    a.produce("large", 900_000_000, "B");
    a.awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
  }

  /** Waits until the given number of handlers leave all fetches to the stock path. */
  private JsonNode stockHandlers(int count) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    JsonNode stock = read("/handlers?state=stock");
    while (stock.path("total").asInt() != count && System.nanoTime() < deadline) {
      stock = read("/handlers?state=stock");
    }
    assertThat(stock.path("total").asInt()).as(stock.toString()).isEqualTo(count);
    return stock.path("items");
  }

  @Test
  void handlersAreStockByThemselvesOrWithTheirAgentAndSayWhy() {
    agents.get(0).handler("10.0.0.1", "");
    agents.get(0).handler("10.0.0.2", "the shuffle is encrypted");
    agents.get(1).handler("10.0.1.1", "");
    JsonNode own = stockHandlers(1).get(0);
    assertThat(own.path("id").asText()).isEqualTo("A/10.0.0.2");
    assertThat(own.path("reason").asText()).isEqualTo("the shuffle is encrypted");
    assertThat(own.path("version").asText()).isEqualTo("0.1");
    done("POST", "/agents/B/drain", "{}");
    assertThat(stockHandlers(2).get(1).path("reason").asText()).isEqualTo("an operator has taken the agent of B out of use");
    agents.get(0).close();
    assertThat(stockHandlers(3).get(0).path("reason").asText()).startsWith("the agent of A is lost: ");
    assertThat(read("/handlers?site=B").path("items")).extracting(handler -> handler.path("site").asText()).containsExactly("B");
    JsonNode status = read("/status");
    assertThat(status.path("handlers").asInt()).isEqualTo(3);
    assertThat(status.path("stockHandlers").asInt()).isEqualTo(3);
  }

  @Test
  void aPriorityChangesARunningSchedule() throws Exception {
    shuffles();
    JsonNode action = done("PATCH", "/shuffles/large/terms", "{\"priority\": 5, \"reason\": \"the report is late\"}");
    agents.get(0).awaitRates(rates -> rates.rate("large") > 1.9 * LINK);
    assertThat(action.path("after").path("priority").asText()).isEqualTo("5");
    assertThat(read("/shuffles/large").path("shuffle").path("termsFrom").asText()).isEqualTo("operator");
    done("DELETE", action.path("undo").path("path").asText().substring("/api/v1".length()), null);
    agents.get(0).awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
    assertThat(read("/actions/" + action.path("id").asText()).path("inForce").asBoolean()).isFalse();
  }

  @Test
  void aDeadlineIsPromisedItsRate() throws Exception {
    shuffles();
    done("PATCH", "/jobs/large/terms", "{\"deadlineSeconds\": 60}");
    agents.get(0).awaitRates(rates -> rates.rate("large") >= 900e6 / 60 * 0.99);
    done("DELETE", "/jobs/large/terms", null);
    agents.get(0).awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
  }

  @Test
  void aForbiddenPathAndADrainedLinkAreNotUsed() throws Exception {
    shuffles();
    JsonNode forbidden = done("POST", "/paths/forbid", "{\"path\": \"A:C:B\"}");
    agents.get(0).awaitRates(rates -> rates.rate("small") > 0.9 * LINK && rates.over("small", "A-C-B") == 0);
    assertThat(read("/paths?from=A&to=B").path("items")).filteredOn(path -> path.path("forbidden").asBoolean()).hasSize(1);
    done("DELETE", "/actions/" + forbidden.path("id").asText(), null);
    agents.get(0).awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
    done("POST", "/links/A::B/drain", "{}");
    agents.get(0).awaitRates(rates -> rates.rate("small") > 0.9 * LINK && rates.over("small", "A-B") == 0);
    assertThat(read("/links/B:A").path("link").path("drained").asBoolean()).as("both directions").isTrue();
    assertThat(read("/links/A:B").path("link").path("state").asText()).isEqualTo("up");
    done("POST", "/links/A::B/restore", "{}");
    agents.get(0).awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
    assertThat(read("/actions?inForce=true").path("total").asInt()).isZero();
    JsonNode reroutes = read("/reroutes");
    assertThat(reroutes.path("total").asInt()).isGreaterThanOrEqualTo(3);
    JsonNode reroute = read("/reroutes/" + reroutes.path("items").get(0).path("number").asText());
    assertThat(reroute.path("bundles").get(0).path("before")).isNotEqualTo(reroute.path("bundles").get(0).path("after"));
  }

  @Test
  void aDrainedSiteRelaysNothingAndADrainedAgentGetsNothing() throws Exception {
    shuffles();
    done("POST", "/sites/C/drain", "{}");
    agents.get(0).awaitRates(rates -> rates.rate("small") > 0.9 * LINK && rates.over("small", "A-C-B") == 0);
    done("POST", "/sites/C/restore", "{}");
    agents.get(0).awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
    done("POST", "/agents/B/drain", "{}");
    agents.get(0).awaitRates(rates -> rates.rate("small") == 0 && rates.rate("large") == 0);
    assertThat(read("/agents/B").path("drained").asBoolean()).isTrue();
    done("POST", "/agents/B/restore", "{}");
    agents.get(0).awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
  }

  @Test
  void fewerPathsAndQueuesTermsAndACancelledShuffle() throws Exception {
    shuffles();
    done("PUT", "/settings/paths-per-pair", "{\"pathsPerPair\": 1}");
    agents.get(0).awaitRates(rates -> rates.rate("small") > 0.9 * LINK && rates.rate("small") < 1.1 * LINK);
    done("DELETE", "/settings/paths-per-pair", null);
    agents.get(0).awaitRates(rates -> rates.rate("small") > 1.9 * LINK);
    assertThat(done("PATCH", "/queues/etl/terms", "{\"weight\": 3}").path("after").path("weight").asText()).isEqualTo("3.0");
    done("POST", "/shuffles/small/cancel", "{\"reason\": \"not needed\"}");
    agents.get(0).awaitRates(rates -> rates.rate("large") > 1.9 * LINK);
    assertThat(read("/shuffles/small").path("shuffle").path("state").asText()).isEqualTo("ended");
  }

  @Test
  void whatWouldBeIsToldAndNothingIsApplied() throws Exception {
    shuffles();
    JsonNode without = RestHarness.json(send(READ, "POST", "/what-if", "{\"removeLinks\": [\"A::C\"]}"));
    assertThat(without.path("totalSecondsAfter").asDouble())
        .isCloseTo(2 * without.path("totalSecondsBefore").asDouble(), withinPercentage(5));
    assertThat(without.path("links")).extracting(link -> link.path("id").asText()).contains("A:C", "C:B");
    JsonNode with = RestHarness.json(send(READ, "POST", "/what-if", """
        {"addSites": ["D"], "addLinks": [{"link": "A::D", "capacityBytesPerSecond": 1e7},
          {"link": "D::B", "capacityBytesPerSecond": 1e7}]}"""));
    assertThat(with.path("totalSecondsAfter").asDouble())
        .isCloseTo(2.0 / 3 * with.path("totalSecondsBefore").asDouble(), withinPercentage(5));
    JsonNode alone = RestHarness.json(send(READ, "POST", "/what-if", "{\"removeSites\": [\"B\"]}"));
    assertThat(alone.path("feasible").asBoolean()).isFalse();
    assertThat(alone.path("shuffles").get(0).path("bundlesWithoutPathAfter").asInt()).isEqualTo(1);
    assertThat(send(READ, "POST", "/what-if", "{\"removeSites\": [\"X\"]}").statusCode()).isEqualTo(400);
    assertThat(send("", "POST", "/what-if", "{}").statusCode()).isEqualTo(401);
    assertThat(read("/links/A:C").path("link").path("allocatedBytesPerSecond").asDouble()).isPositive();
  }

  @Test
  void whatCannotBeDoneIsRefusedWithItsReason() throws Exception {
    shuffles();
    assertThat(send(ADMIN, "PATCH", "/shuffles/nobody/terms", "{\"priority\": 1}").statusCode()).isEqualTo(404);
    assertThat(send(ADMIN, "PATCH", "/shuffles/small/terms", "{\"priority\": 101}").statusCode()).isEqualTo(400);
    assertThat(send(ADMIN, "PATCH", "/shuffles/small/terms", "{}").statusCode()).isEqualTo(400);
    assertThat(send(ADMIN, "PATCH", "/shuffles/small/terms", "{\"colour\": 1}").body()).contains("colour");
    assertThat(send(ADMIN, "PATCH", "/queues/q/terms", "{\"deadlineSeconds\": 1}").statusCode()).isEqualTo(400);
    assertThat(send(ADMIN, "POST", "/links/A::D/drain", "{}").statusCode()).isEqualTo(404);
    assertThat(send(ADMIN, "POST", "/paths/forbid", "{\"path\": \"A\"}").statusCode()).isEqualTo(400);
    assertThat(send(ADMIN, "POST", "/paths/forbid", "{\"path\": \"A:D\"}").statusCode()).isEqualTo(404);
    assertThat(send(ADMIN, "POST", "/paths/forbid", "{\"path\":").statusCode()).isEqualTo(400);
    assertThat(send(ADMIN, "PUT", "/settings/paths-per-pair", "{\"pathsPerPair\": 65}").statusCode()).isEqualTo(400);
    assertThat(send(ADMIN, "DELETE", "/actions/a99", null).statusCode()).isEqualTo(404);
    JsonNode drain = done("POST", "/sites/C/drain", "{}");
    done("DELETE", "/actions/" + drain.path("id").asText(), null);
    assertThat(send(ADMIN, "DELETE", "/actions/" + drain.path("id").asText(), null).statusCode()).isEqualTo(409);
    HttpRequest form = rest.request("/api/v1/sites/C/drain").POST(HttpRequest.BodyPublishers.ofString("a=b"))
        .header("Content-Type", "application/x-www-form-urlencoded").header("Authorization", "Bearer " + ADMIN).build();
    assertThat(rest.send(form).statusCode()).isEqualTo(415);
  }

  @Test
  void rolesAreChecked() throws Exception {
    assertThat(send("", "GET", "/status", null).statusCode()).isEqualTo(401);
    assertThat(send("wrong-wrong-wrong", "GET", "/status", null).statusCode()).isEqualTo(401);
    assertThat(send(READ, "GET", "/status", null).statusCode()).isEqualTo(200);
    assertThat(send("", "POST", "/sites/C/drain", "{}").statusCode()).isEqualTo(401);
    assertThat(send(READ, "POST", "/sites/C/drain", "{}").statusCode()).isEqualTo(403);
    assertThat(send(READ, "GET", "/audit", null).statusCode()).isEqualTo(403);
    assertThat(send("", "GET", "/whoami", null).body()).contains("\"none\"");
    assertThat(rest.get("/metrics").statusCode()).isEqualTo(401);
    HttpRequest other = rest.with("POST", "/sites/C/drain", "{}").header("Authorization", "Bearer " + ADMIN)
        .header("Origin", "http://evil.example").build();
    assertThat(rest.send(other).statusCode()).as("a page of somebody else's").isEqualTo(403);
    done("POST", "/sites/C/drain", "{\"reason\": \"power\"}");
    JsonNode lines = RestHarness.json(send(ADMIN, "GET", "/audit", null)).path("items");
    assertThat(lines.get(0).path("who").asText()).isEqualTo("ops");
    assertThat(lines.get(0).path("before").path("drained").asText()).isEqualTo("false");
    assertThat(lines.get(0).path("after").path("drained").asText()).isEqualTo("true");
    assertThat(lines).extracting(line -> line.path("status").asInt()).containsExactly(200, 403, 403, 401);
    assertThat(Files.readAllLines(audit)).as("an operator's").hasSize(1);
    assertThat(Files.readAllLines(audit.resolveSibling(audit.getFileName() + ".refused"))).as("of others").hasSize(3);
  }

  @Test
  void aTokenThatIsTakenOutOfTheFileIsNoLongerKnown() throws Exception {
    assertThat(send(READ, "GET", "/status", null).statusCode()).isEqualTo(200);
    Files.writeString(tokens, "admin ops " + ADMIN + "\n");
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (send(READ, "GET", "/status", null).statusCode() != 401) {
      assertThat(System.nanoTime()).as("within 20 s").isLessThan(deadline);
    }
    assertThat(send(ADMIN, "GET", "/status", null).statusCode()).isEqualTo(200);
  }

  /** An action that is not answered in time is not refused. The log records that its outcome is unknown, and later the outcome. */
  @Test
  void anActionThatTheControllerTakesLateIsNotSaidToBeRefused() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    executor.execute(() -> Uninterruptibles.awaitUninterruptibly(release));
    HttpResponse<String> response = send(ADMIN, "POST", "/links/A::B/drain", "{}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
    assertThat(response.body()).contains("outcome is not known");
    assertThat(Files.readString(audit)).contains("\"outcome\":\"unknown\"").doesNotContain("refused", "\"outcome\":\"done\"");
    release.countDown();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.readString(audit).contains("\"outcome\":\"done\"")) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(Files.readString(audit)).doesNotContain("refused");
  }
}
