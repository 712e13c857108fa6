package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.agent.support.TraceCollector;
import dev.terra.agent.support.TraceCollector.Received;
import dev.terra.api.v1.FetchRequest;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what agents export to a collector about the fetches that they trace. Handlers export their own parts. */
@Timeout(120)
class TracedFetchTest {
  private static Shuffle traced(TestWan wan, dev.terra.agent.trace.SpanExporter exporter) throws Exception {
    wan.trace(exporter);
    return new Shuffle(wan);
  }

  @Test
  void whatBothAgentsAndTheTunnelsDidIsOneTrace() throws Exception {
    try (TraceCollector collector = new TraceCollector(); TestWan wan = new TestWan(51);
        var exporter = wan.exporterTo(collector.endpoint()); Shuffle shuffle = traced(wan, exporter)) {
      FakeHandler origin = shuffle.maps(2, 1_500_000).redirected().origin();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 4e6, "A-C-B", 4e6));

      assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());
      Await.until("the fetch and its tunnels", () -> !collector.named("terra.tunnel").isEmpty());

      Received fetch = collector.named("terra.fetch").get(0);
      assertThat(fetch.service()).isEqualTo("terra-agent");
      assertThat(fetch.number("terra.bytes")).isEqualTo(3_000_000);
      assertThat(fetch.text("client.address")).isEqualTo(shuffle.reader().ip());
      assertThat(fetch.text("terra.origin")).isEqualTo(origin.ip());
      assertThat(fetch.span().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
      assertThat(fetch.span().getEndTimeUnixNano()).isGreaterThanOrEqualTo(fetch.span().getStartTimeUnixNano());
      assertThat(collector.received()).extracting(Received::trace).containsOnly(fetch.trace());
      List<Received> reads = collector.named("terra.read");
      assertThat(reads).extracting(Received::parent).as("the handler's part, which all are under").containsOnly(fetch.parent());
      assertThat(reads.stream().mapToLong(read -> read.number("terra.bytes")).sum()).isEqualTo(3_000_000);
      List<Received> tunnels = collector.named("terra.tunnel");
      assertThat(tunnels).extracting(tunnel -> tunnel.parent().orElseThrow()).containsOnly(fetch.id());
      assertThat(tunnels).extracting(tunnel -> tunnel.text("terra.path")).isSubsetOf("A:B", "A:C:B");
      assertThat(tunnels.stream().mapToLong(tunnel -> tunnel.number("terra.bytes")).sum()).isGreaterThanOrEqualTo(3_000_000);
      assertThat(exporter.dropped()).isZero();
    }
  }

  @Test
  void whatGoesWrongIsSaidInItsSpan() throws Exception {
    try (TraceCollector collector = new TraceCollector(); TestWan wan = new TestWan(52);
        var exporter = wan.exporterTo(collector.endpoint()); Shuffle shuffle = traced(wan, exporter)) {
      shuffle.maps(1, 200_000).origin().refuse("its disk is gone");

      assertThat(shuffle.redirected().fetch().status()).isEqualTo(409);
      Await.until("the fetch", () -> !collector.named("terra.fetch").isEmpty());

      assertThat(collector.named("terra.fetch").get(0).span().getStatus().getMessage()).contains("its disk is gone");
      assertThat(collector.named("terra.read").get(0).span().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
    }
  }

  @Test
  void aReaderThatGoesAwayEndsItsSpan() throws Exception {
    try (TraceCollector collector = new TraceCollector(); TestWan wan = new TestWan(53);
        var exporter = wan.exporterTo(collector.endpoint()); Shuffle shuffle = traced(wan, exporter)) {
      shuffle.maps(1, 8_000_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 1e6));
      leave(wan, shuffle);
      Await.until("the fetch", () -> !collector.named("terra.fetch").isEmpty());
      assertThat(collector.named("terra.fetch").get(0).span().getStatus().getMessage()).isEqualTo("the reader went away");
    }
  }

  private static void leave(TestWan wan, Shuffle shuffle) throws IOException {
    FetchRequest request = FetchRequest.newBuilder().setShuffle(Shuffle.JOB).setPartition(Shuffle.REDUCE).setOriginIp(shuffle.origin().ip())
        .addAllOutputs(TestOutputs.of(shuffle.maps())).build();
    try (InputStream body = FetchClient.stream(shuffle.reader().ip(), wan.fetchAddress("B"), request)) {
      assertThat(body.read()).isNotNegative();
    }
  }
}
