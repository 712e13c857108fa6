package dev.terra.agent.trace;

import dev.terra.core.wan.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What is known of a reader whose trace is chosen. */
final class ReaderTrace {
  private final TraceId id;
  private final int mostReads;
  private Map<Path, Flow> flows = new HashMap<>();
  private boolean fetched;
  private int reads;

  /** What has come by one path. */
  record Flow(Instant first, Instant last, long bytes) {
    Flow and(Flow later) {
      return new Flow(first, later.last, bytes + later.bytes);
    }
  }

  ReaderTrace(TraceId id, int mostReads) {
    this.id = id;
    this.mostReads = mostReads;
  }

  TraceId id() {
    return id;
  }

  void arrived(Path path, long bytes, Instant now) {
    flows.merge(path, new Flow(now, now, bytes), Flow::and);
  }

  /** What has come since this was asked last. */
  Map<Path, Flow> takeFlows() {
    Map<Path, Flow> taken = flows;
    flows = new HashMap<>();
    return taken;
  }

  /** Whether this is its first fetch, which all the rest is under. */
  boolean beginFetch() {
    boolean first = !fetched;
    fetched = true;
    return first;
  }

  /** Counts a read; returns whether it gets a span. */
  boolean beginRead() {
    return reads++ < mostReads;
  }
}
