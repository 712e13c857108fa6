package dev.terra.agent.trace;

import dev.terra.core.wan.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The state of a reader whose fetches are traced. */
final class ReaderTrace {
  private final TraceId id;
  private final int mostReads;
  private Map<Path, Flow> flows = new HashMap<>();
  private boolean fetched;
  private int reads;

  /** The bytes that have arrived by one path. */
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

  /** Returns what has arrived by each path since the last call. */
  Map<Path, Flow> takeFlows() {
    Map<Path, Flow> taken = flows;
    flows = new HashMap<>();
    return taken;
  }

  /** Records a fetch. Returns whether it is the reader's first, which is the parent of everything else. */
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
