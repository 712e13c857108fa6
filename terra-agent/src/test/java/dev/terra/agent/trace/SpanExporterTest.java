package dev.terra.agent.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.TraceCollector;
import dev.terra.api.trace.SpanName;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what a collector receives, and what becomes of spans that it does not take. */
@Timeout(60)
class SpanExporterTest {
  private static final TraceSpan TUNNEL = new TraceSpan(
      new SpanName("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", Optional.of("00f067aa0ba902b7")), TraceSpan.Kind.TUNNEL,
      Optional.empty(), new TraceSpan.Period(Instant.ofEpochSecond(1_700_000_000, 5), Instant.ofEpochSecond(1_700_000_001, 0)),
      new TraceSpan.Outcome(ImmutableMap.of("terra.path", "A-B", "terra.bytes", 7L), Optional.of("broken")));

  private static SpanExporter to(String endpoint) {
    return SpanExporter.start(TraceSettings.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint, "OTEL_EXPORTER_OTLP_HEADERS", "X-Key=k"))
        .orElseThrow(), new OtlpRequest("terra-agent", "A/a", "A"));
  }

  @Test
  void aSpanArrivesAsItIs() throws IOException {
    try (TraceCollector collector = new TraceCollector()) {
      try (SpanExporter exporter = to(collector.endpoint())) {
        exporter.accept(TUNNEL);
        exporter.accept(new TraceSpan(TUNNEL.name(), TraceSpan.Kind.SERVE, Optional.of("10.0.0.1"), TUNNEL.period(),
            new TraceSpan.Outcome(ImmutableMap.of(), Optional.empty())));
      }
      TraceCollector.Received tunnel = collector.named("terra.tunnel").get(0);
      assertThat(tunnel.trace()).isEqualTo(TUNNEL.name().trace());
      assertThat(tunnel.id()).isEqualTo(TUNNEL.name().span());
      assertThat(tunnel.parent()).isEqualTo(TUNNEL.name().parent());
      assertThat(tunnel.service() + " " + tunnel.instance()).isEqualTo("terra-agent A/a");
      assertThat(tunnel.span().getStartTimeUnixNano()).isEqualTo(1_700_000_000_000_000_005L);
      assertThat(tunnel.span().getKind()).isEqualTo(SpanKind.SPAN_KIND_INTERNAL);
      assertThat(tunnel.number("terra.bytes")).isEqualTo(7);
      assertThat(tunnel.span().getStatus().getMessage()).isEqualTo("broken");
      TraceCollector.Received serve = collector.named("terra.serve").get(0);
      assertThat(serve.service() + " " + serve.instance()).isEqualTo("terra-handler 10.0.0.1");
      assertThat(collector.key()).isEqualTo("k");
    }
  }

  @Test
  void whatACollectorDoesNotTakeIsDroppedAndCounted() throws IOException {
    try (TraceCollector collector = new TraceCollector(); SpanExporter exporter = to(collector.endpoint())) {
      collector.answer(503);
      exporter.accept(TUNNEL);
      Await.until("dropped", () -> exporter.dropped() == 1);
      collector.answer(200);
      exporter.accept(TUNNEL);
      Await.until("taken", () -> collector.received().size() == 1);
      collector.refuse(1);
      exporter.accept(TUNNEL);
      Await.until("refused", () -> exporter.dropped() == 2);
    }
  }

  @Test
  void aCollectorThatIsAwayHoldsNothingUpAndTakesNoMemory() {
    try (SpanExporter exporter = to("http://127.0.0.1:1")) {
      for (int i = 0; i < 3 * SpanExporter.MAX_WAITING; i++) {
        exporter.accept(TUNNEL);
      }
      Await.until("all dropped", () -> exporter.dropped() == 3 * SpanExporter.MAX_WAITING);
    }
  }
}
