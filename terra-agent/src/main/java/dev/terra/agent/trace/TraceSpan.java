package dev.terra.agent.trace;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.trace.SpanName;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.time.Instant;
import java.util.Optional;

/**
 * A part of a fetch's trace.
 *
 * @param handler the address of the handler that did the work; empty if this agent did it
 */
public record TraceSpan(SpanName name, Kind kind, Optional<String> handler, Period period, Outcome outcome) {
  /** The kind of work that a span covers. */
  public enum Kind {
    /** The reader's handler: from the reader's request to the last byte that it was sent. */
    RELAY("terra.relay", SpanKind.SPAN_KIND_SERVER),
    /** The reader's agent: from the handler's request to the last byte that it was given. */
    FETCH("terra.fetch", SpanKind.SPAN_KIND_SERVER),
    /** The bytes that arrived by one path: from the first chunk to the last. */
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

    /** Returns the name of spans of this kind. */
    public String label() {
      return label;
    }

    SpanKind number() {
      return number;
    }
  }

  /** The start and end of a span, by the clock of the host where it happened. */
  public record Period(Instant start, Instant end) {}

  /**
   * The result of the work.
   *
   * @param attributes texts and whole numbers by their names
   * @param error the reason why the work failed, if it did
   */
  public record Outcome(ImmutableMap<String, Object> attributes, Optional<String> error) {}
}
