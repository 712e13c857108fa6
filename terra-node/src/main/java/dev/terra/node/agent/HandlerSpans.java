package dev.terra.node.agent;

import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.api.v1.HandlerSpan.Kind;
import dev.terra.core.limit.BoundedText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Tells the site's agents what this node did of the fetches that they trace. An agent names each such span with what it asks or answers;
 * where it names none, nothing is reported. Thread-safe.
 */
public final class HandlerSpans {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final InstantSource clock;
  private final Consumer<HandlerSpan> agents;

  HandlerSpans(InstantSource clock, Consumer<HandlerSpan> agents) {
    this.clock = clock;
    this.agents = agents;
  }

  /** Now, where something begins that may have a name. */
  public Begun begin(Kind kind) {
    return new Begun(kind, clock.instant());
  }

  /** What has begun. */
  public record Begun(Kind kind, Instant at) {}

  /**
   * How it ended.
   *
   * @param bytes that were sent
   * @param problem what went wrong, in words; empty: nothing
   * @param failed whether not everything was sent
   */
  public record End(long bytes, String problem, boolean failed) {}

  /** It is over. */
  public void over(Begun begun, SpanName name, End end) {
    agents.accept(HandlerSpan.newBuilder().setName(name.toString()).setKind(begun.kind)
        .setStartUnixNanos(nanos(begun.at)).setEndUnixNanos(nanos(clock.instant())).setBytes(end.bytes)
        .setProblem(BoundedText.of(end.problem)).setFailed(end.failed).build());
  }

  private static long nanos(Instant at) {
    return at.getEpochSecond() * NANOS_PER_SECOND + at.getNano();
  }
}
