package dev.terra.node.agent;

import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.api.v1.HandlerSpan.Kind;
import dev.terra.core.limit.BoundedText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Reports to the site's agents this node's part of the fetches that they trace. An agent names each such span in its request or response; a
 * part without a name is not reported. Thread-safe.
 */
public final class HandlerSpans {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final InstantSource clock;
  private final Consumer<HandlerSpan> agents;

  HandlerSpans(InstantSource clock, Consumer<HandlerSpan> agents) {
    this.clock = clock;
    this.agents = agents;
  }

  /** Returns the beginning of a part that may get a name, with the current time. */
  public Begun begin(Kind kind) {
    return new Begun(kind, clock.instant());
  }

  /** The beginning of a part. */
  public record Begun(Kind kind, Instant at) {}

  /**
   * The end of a part.
   *
   * @param bytes the bytes that were sent
   * @param problem what went wrong, in words; empty if nothing did
   * @param failed true if not everything was sent
   */
  public record End(long bytes, String problem, boolean failed) {}

  /** Reports a part that has ended. */
  public void over(Begun begun, SpanName name, End end) {
    agents.accept(HandlerSpan.newBuilder().setName(name.toString()).setKind(begun.kind)
        .setStartUnixNanos(nanos(begun.at)).setEndUnixNanos(nanos(clock.instant())).setBytes(end.bytes)
        .setProblem(BoundedText.of(end.problem)).setFailed(end.failed).build());
  }

  private static long nanos(Instant at) {
    return at.getEpochSecond() * NANOS_PER_SECOND + at.getNano();
  }
}
