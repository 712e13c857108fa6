package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.TraceCollector;
import dev.terra.agent.support.TraceCollector.Received;
import dev.terra.spark.support.BlockReader;
import dev.terra.spark.support.SparkSites;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the spans of one fetch that real handlers and real agents send to an OpenTelemetry collector. */
@Timeout(120)
class TracedFetchTest {
  @TempDir
  private Path directory;

  @Test
  void allFiveHopsOfAFetchAreInOneTrace() throws Exception {
    try (TraceCollector collector = new TraceCollector(); SparkSites sites = new SparkSites(directory, SparkSites.Options.TERRA);
        var exporter = sites.wan().exporterTo(collector.endpoint())) {
      sites.wan().trace(exporter);
      sites.awaitAttached();
      sites.wan().awaitTunnels("A-B", "A-C-B");
      byte[] block = sites.bytes(1_700_000);
      sites.origin().write(0, 5, sites.bytes(10), block);
      sites.wan().controller().rates("A", sites.shuffle(0), "B", Map.of("A-B", 8e6, "A-C-B", 4e6));

      BlockReader reader = BlockReader.fetch(sites.client(), sites.origin(), SparkSites.WRITER, "shuffle_0_5_1");
      assertThat(reader.failures()).isEmpty();
      assertThat(reader.blocks().get("shuffle_0_5_1")).isEqualTo(block);

      Await.until("the last part", () -> !collector.named("terra.relay").isEmpty() && !collector.named("terra.tunnel").isEmpty());
      check(collector, sites);
    }
  }

  private static void check(TraceCollector collector, SparkSites sites) {
    Received relay = only(collector.named("terra.relay"));
    Received fetch = only(collector.named("terra.fetch"));
    assertThat(collector.received()).extracting(Received::trace).containsOnly(relay.trace());
    assertThat(collector.received()).allMatch(one -> one.span().getStatus().getCode() != StatusCode.STATUS_CODE_ERROR);
    assertThat(relay.parent()).isEmpty();
    assertThat(relay.service()).isEqualTo("terra-handler");
    assertThat(relay.instance()).startsWith(sites.reading().ip());
    assertThat(fetch.parent()).contains(relay.id());
    assertThat(collector.named("terra.tunnel")).isNotEmpty().allMatch(tunnel -> tunnel.parent().orElseThrow().equals(fetch.id()));
    assertThat(collector.named("terra.read")).isNotEmpty().allMatch(read -> read.parent().orElseThrow().equals(relay.id()));
    assertThat(collector.named("terra.serve")).isNotEmpty().allMatch(serve -> serve.instance().startsWith(sites.origin().ip())
        && collector.named("terra.read").stream().anyMatch(read -> serve.parent().orElseThrow().equals(read.id())));
    assertThat(relay.number("terra.bytes")).isEqualTo(1_700_000);
    assertThat(fetch.number("terra.bytes")).isEqualTo(1_700_000);
    assertThat(collector.named("terra.serve").stream().mapToLong(serve -> serve.number("terra.bytes")).sum()).isEqualTo(1_700_000);
  }

  private static Received only(List<Received> all) {
    assertThat(all).hasSize(1);
    return all.get(0);
  }
}
