package dev.terra.agent.trace;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.trace.SpanName;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.time.Instant;
import java.util.Optional;

/**
 * A part of a fetch's trace.
 *
 * @param handler the handler that did it, by its address; empty: this agent
 */
public record TraceSpan(SpanName name, Kind kind, Optional<String> handler, Period period, Outcome outcome) {
  /** What a span is about. */
  public enum Kind {
    /** The reader's handler: from the reader's request to the last byte that it was sent. */
    RELAY("terra.relay", SpanKind.SPAN_KIND_SERVER),
    /** The reader's agent: from the handler's request to the last byte that it was given. */
    FETCH("terra.fetch", SpanKind.SPAN_KIND_SERVER),
    /** What came by one path: from its first chunk to its last. */
    TUNNEL("terra.tunnel", SpanKind.SPAN_KIND_INTERNAL),
    /** The origin's agent: a read of a part of a segment from the handler that has it. */
    READ("terra.read", SpanKind.SPAN_KIND_CLIENT),
    /** The origin's handler: the same read, from the request to the last byte that its socket took. */
    SERVE("terra.serve", SpanKind.SPAN_KIND_SERVER);

    private final String label;
    private final SpanKind number;

    Kind(String label, SpanKind number) {
      this.label = label;
      this.number = number;
    }

    /** What spans of this kind are called. */
    public String label() {
      return label;
    }

    SpanKind number() {
      return number;
    }
  }

  /** By the clock of the host where it happened. */
  public record Period(Instant start, Instant end) {}

  /**
   * What it did.
   *
   * @param attributes texts and whole numbers by their names
   * @param error why it did not do what it should
   */
  public record Outcome(ImmutableMap<String, Object> attributes, Optional<String> error) {}
}
