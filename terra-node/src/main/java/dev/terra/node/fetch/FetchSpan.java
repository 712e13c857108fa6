package dev.terra.node.fetch;

import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.node.agent.HandlerSpans;
import org.jspecify.annotations.Nullable;

/** This node's part of a fetch, if an agent traces the fetch and names the part. Not thread-safe. */
public final class FetchSpan {
  private final HandlerSpans spans;
  private final HandlerSpans.Begun begun;
  private @Nullable SpanName name;

  /** Begins the part at the current time. */
  FetchSpan(HandlerSpans spans) {
    this.spans = spans;
    this.begun = spans.begin(HandlerSpan.Kind.RELAY);
  }

  void named(SpanName given) {
    name = given;
  }

  /** Ends the part and reports it to the agents, once. */
  public void over(long bytes, String problem, boolean failed) {
    if (name != null) {
      spans.over(begun, name, new HandlerSpans.End(bytes, problem, failed));
      name = null;
    }
  }
}
