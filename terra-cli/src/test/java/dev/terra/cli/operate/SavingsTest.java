package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.Traces;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the report on shuffles whose times are known by hand. */
class SavingsTest {
  @TempDir
  private Path folder;
  private final Map<String, Double> observed = new HashMap<>();
  private Wan wan;

  @BeforeEach
  void triangle() throws IOException {
    wan = Topologies.load(Files.writeString(folder.resolve("wan.yaml"), """
        name: t
        sites: [{id: A}, {id: B}, {id: C}]
        links:
          - {between: [A, B], capacity: 10 MB/s, latency: 1 ms}
          - {between: [A, C], capacity: 10 MB/s, latency: 1 ms}
          - {between: [C, B], capacity: 10 MB/s, latency: 1 ms}
        """));
  }

  /** Returns a job with the given number of bytes on links. Some of these bytes are headers. */
  private static String job(String id, double at, long linkBytes) {
    long bytes = linkBytes * 955 / 1000;
    return "{\"id\": \"" + id + "\", \"arrivalSeconds\": " + at + ", \"stages\": [{\"name\": \"m\", \"tasks\": {\"A\": 1}}, "
        + "{\"name\": \"r\", \"tasks\": {\"B\": 1}}], \"shuffles\": [{\"from\": \"m\", \"to\": \"r\", "
        + "\"bundles\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": " + bytes + "}]}]}";
  }

  private JsonNode report(String... jobs) {
    Trace trace = Traces.parse(Path.of("trace.json"), "{\"format\": \"terra-trace\", \"version\": 1, \"name\": \"t\", \"jobs\": ["
        + String.join(",", jobs) + "]}", List.<SiteId>of());
    return new Savings(wan, trace, observed, System::nanoTime).json(1);
  }

  @Test
  void aShuffleAloneTakesHalfTheTimeOverTwoPaths() {
    JsonNode report = report(job("one", 5, 100_000_000));

    assertThat(report.path("stockSeconds").asDouble()).isCloseTo(10, within(1e-6));
    assertThat(report.path("terraSeconds").asDouble()).isCloseTo(5, within(1e-6));
    assertThat(report.path("savedShare").asDouble()).isCloseTo(0.5, within(1e-6));
    assertThat(report.path("bytes").asLong()).isEqualTo(95_500_000);
    assertThat(report.at("/items/0/id").asText()).isEqualTo("one");
  }

  @Test
  void whatTerraCompressedIsFewerBytesForItAlone() {
    String compressed = job("one", 5, 100_000_000).replaceFirst("}$", ", \"wireShare\": 0.25}");
    JsonNode report = report(compressed, job("two", 100, 100_000_000));

    assertThat(report.at("/items/0/stockSeconds").asDouble()).isCloseTo(10, within(1e-6));
    assertThat(report.at("/items/0/terraSeconds").asDouble()).isCloseTo(1.25, within(1e-6));
    assertThat(report.at("/items/0/wireBytes").asLong()).isEqualTo(23_875_000);
    assertThat(report.at("/items/1/terraSeconds").asDouble()).isCloseTo(5, within(1e-6));
    assertThat(report.at("/items/1/wireBytes").asLong()).isEqualTo(95_500_000);
  }

  @Test
  void whatNodesSawOfTheStockPathIsToldBesideTheReplays() {
    observed.put("one", 13.0);
    observed.put("another controller's", 99.0);
    JsonNode report = report(job("one", 5, 100_000_000), job("two", 100, 50_000_000));

    assertThat(report.at("/items/0/observedSeconds").asDouble()).isEqualTo(13);
    assertThat(report.at("/items/1/observedSeconds").isNull()).isTrue();
    assertThat(report.path("stockSeconds").asDouble()).isCloseTo(15, within(1e-6));
  }

  @Test
  void theIntervalHoldsTheShareAndIsNarrowWhereAllSaveTheSame() {
    JsonNode report = report(job("one", 0, 100_000_000), job("two", 100, 50_000_000), job("three", 200, 100_000_000));

    double share = report.path("savedShare").asDouble();
    assertThat(share).isBetween(report.path("savedShareLow").asDouble() - 1e-9, report.path("savedShareHigh").asDouble() + 1e-9);
    assertThat(report.path("savedShareHigh").asDouble() - report.path("savedShareLow").asDouble()).isLessThan(1e-6);
  }

  @Test
  void shufflesThatWaitForEachOtherGoOneAfterTheOther() {
    JsonNode report = report(job("short", 0, 20_000_000), job("long", 0, 200_000_000));

    assertThat(report.at("/items/0/terraSeconds").asDouble()).isCloseTo(1, within(1e-6));
    assertThat(report.at("/items/0/stockSeconds").asDouble()).isCloseTo(4, within(1e-6));
    assertThat(report.path("savedShareLow").asDouble()).isLessThan(report.path("savedShareHigh").asDouble());
  }
}
