package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.rest.check.GeneratedController;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of reading a controller's state over HTTP. */
@Timeout(60)
class ReadingTest {
  private final GeneratedController controller = RestHarness.small();
  private final RestHarness rest = RestHarness.open(controller);

  @AfterEach
  void close() {
    rest.close();
  }

  @Test
  void theTopologyHasSitesAndLinks() {
    JsonNode topology = rest.json("/topology");
    assertThat(topology.path("sites")).hasSize(12);
    assertThat(topology.path("sites").get(0).path("egressBytesPerSecond").asDouble()).isEqualTo(1e12);
    assertThat(topology.path("sites").get(0).path("ingressBytesPerSecond").isNull()).isTrue();
    assertThat(topology.path("links")).hasSize(40);
    assertThat(topology.path("links").get(0).path("capacityBytesPerSecond").asDouble()).isPositive();
  }

  @Test
  void pagesAndFiltersSayHowManyThereAre() {
    JsonNode page = rest.json("/links?limit=5&offset=38");
    assertThat(page.path("items")).hasSize(2);
    assertThat(page.path("total").asInt()).isEqualTo(40);
    controller.stepTo(8);
    assertThat(rest.json("/links?filter=state%20%3D%20down").path("total").asInt()).isEqualTo(1);
    assertThat(rest.json("/links?filter=use%20%3E%202").path("total").asInt()).isZero();
    assertThat(rest.json("/links?state=down").path("items").get(0).path("reason").asText()).isEqualTo("generated");
  }

  @Test
  void aShuffleIsFoundByItsIdAndHasItsBundles() {
    String id = rest.json("/shuffles?sort=left").path("items").get(0).path("id").asText();
    JsonNode detail = rest.json("/shuffles/" + id.replace("/", "%2F"));
    assertThat(detail.path("shuffle").path("id").asText()).isEqualTo(id);
    assertThat(detail.path("bundleList")).hasSize(3);
    String job = detail.path("shuffle").path("job").asText();
    assertThat(rest.json("/jobs/" + job).path("shuffleIds")).extracting(JsonNode::asText).contains(id);
  }

  @Test
  void reducersThatHaveNotBegunAreAdvised() {
    JsonNode all = rest.json("/placements");
    JsonNode first = all.path("items").get(0);
    JsonNode one = rest.json("/shuffles/" + first.path("shuffle").asText().replace("/", "%2F") + "/placement");

    assertThat(all.path("total").asInt()).as("an answer does not compute for longer than a third of a second").isBetween(1, 40);
    assertThat(one.path("begun").asInt()).isEqualTo(1);
    assertThat(StreamSupport.stream(one.path("advised").spliterator(), false).mapToInt(row -> row.path("reducers").asInt()).sum())
        .isEqualTo(one.path("reducers").asInt()).isEqualTo(10);
    assertThat(one.path("seconds").asDouble()).isLessThanOrEqualTo(one.path("otherwiseSeconds").asDouble());
    assertThat(one.path("sentence").asText()).matches("reducers at .+: [0-9.]+ s instead of [0-9.]+ s at .+");
  }

  @Test
  void aSiteIsAdvisedNoMoreReducersThanItCanRun() {
    String id = rest.json("/placements").path("items").get(0).path("shuffle").asText().replace("/", "%2F");
    for (JsonNode site : rest.json("/shuffles/" + id + "/placement?slots=S000=3,S001=3,S002=4").path("advised")) {
      assertThat(site.path("reducers").asInt()).isLessThanOrEqualTo(site.path("site").asText().equals("S002") ? 4 : 3);
    }
    assertProblem(rest.get("/api/v1/placements?slots=nowhere=3"), 400, "slots");
    assertProblem(rest.get("/api/v1/placements?slots=S000"), 400, "slots");
    assertProblem(rest.get("/api/v1/placements?slots=S000=0"), 400, "slots");
  }

  @Test
  void wrongRequestsAreToldWhatIsWrong() {
    assertProblem(rest.get("/api/v1/links?limit=0"), 400, "limit");
    assertProblem(rest.get("/api/v1/links?state=purple"), 400, "state");
    assertProblem(rest.get("/api/v1/links?colour=red"), 400, "colour");
    assertProblem(rest.get("/api/v1/links?filter=wide%20%3D%201"), 400, "filter");
    assertProblem(rest.get("/api/v1/paths?from=S000"), 400, "to");
    assertProblem(rest.get("/api/v1/links/S000:nowhere"), 404, "");
    assertProblem(rest.get("/api/v1/nothing"), 404, "");
    for (String of : List.of("", "/explanation", "/placement")) {
      assertProblem(rest.get("/api/v1/shuffles/" + "0".repeat(500) + of), 404, "");
      assertProblem(rest.get("/api/v1/shuffles/%20" + of), 404, "");
    }
    HttpResponse<String> wrongMethod = rest.send(rest.with("PUT", "/links", "{}").build());
    assertThat(wrongMethod.statusCode()).isEqualTo(405);
    assertThat(wrongMethod.headers().firstValue("Allow")).hasValue("GET");
  }

  private static void assertProblem(HttpResponse<String> response, int status, String parameter) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = RestHarness.json(response);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("parameter").asText("")).isEqualTo(parameter);
    assertThat(problem.path("detail").asText()).isNotBlank();
  }

  @Test
  void whatHasNotChangedIsNotSentAgain() {
    HttpResponse<String> first = rest.get("/api/v1/topology");
    String tag = first.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> second = rest.send(rest.request("/api/v1/topology").header("If-None-Match", tag).build());
    assertThat(second.statusCode()).isEqualTo(304);
    assertThat(second.body()).isEmpty();
  }

  @Test
  void theRootIsAPageWithTerraInItsTitle() {
    HttpResponse<String> page = rest.get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).containsPattern("<title>[^<]*Terra[^<]*</title>");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow()).startsWith("default-src 'self'");
    assertThat(rest.get("/no/such/file.js").statusCode()).isEqualTo(404);
    assertThat(rest.get("/../../etc/passwd.txt").statusCode()).isIn(400, 404);
  }

  @Test
  void metricsArePrometheusText() {
    HttpResponse<String> metrics = rest.get("/metrics");
    assertThat(metrics.body()).isEqualTo(RestHarness.METRICS);
    assertThat(metrics.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain; version=0.0.4");
  }

  @Test
  void theSnapshotHasWhatADashboardShows() {
    JsonNode snapshot = rest.json("/snapshot");
    assertThat(snapshot.path("links")).hasSize(40);
    assertThat(snapshot.path("shuffles")).hasSize(20);
    assertThat(snapshot.path("agents")).hasSize(12);
    assertThat(snapshot.path("events").get(0).path("kind").asText()).isEqualTo("controller-started");
    assertThat(snapshot.path("status").path("linksUp").asInt()).isEqualTo(40);
  }
}
