package dev.terra.agent.receive;

import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks segments that have arrived completely. Each chunk matches its own checksum, and yet the whole may differ from what was sent: bytes
 * may have changed in memory before a checksum was taken, or a piece may be in the wrong place. A segment of which no reader has seen
 * anything is requested again. It is used on the agent's thread only.
 */
final class WholeChecks {
  private static final Logger log = LoggerFactory.getLogger(WholeChecks.class);
  /** How often a segment's checksum may be wrong before its reader is sent elsewhere. */
  private static final int MAX_MISMATCHES = 3;

  private final SegmentStore store;
  private final Fetches fetches;
  private final Events events;

  WholeChecks(SegmentStore store, Fetches fetches, Events events) {
    this.store = store;
    this.fetches = fetches;
    this.events = events;
  }

  void check(InSegment segment) {
    if (!segment.checksumWrong()) {
      return;
    }
    String what = "segment " + segment.key() + ": wrong checksum of " + segment.partLength() + " bytes that came by "
        + segment.paths();
    boolean again = segment.consumed() == 0 && segment.checksum().mismatch() < MAX_MISMATCHES;
    log.error("{}; {}", what, again ? "requested again" : "given up");
    segment.paths().forEach(path -> events.add(AgentEventKind.CORRUPT_SEGMENT, path.toString(), what));
    if (again) {
      store.restart(segment);
    } else {
      fetches.fail(segment, what);
    }
  }
}
