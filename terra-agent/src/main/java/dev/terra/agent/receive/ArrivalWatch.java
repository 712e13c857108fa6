package dev.terra.agent.receive;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.wan.Path;

/** Looks on at what comes by tunnels. On the agent's thread. */
@FunctionalInterface
public interface ArrivalWatch {
  /** A watch that does nothing. */
  ArrivalWatch NONE = (key, path, bytes) -> {};

  /** Intact bytes of a segment have come by a path; some of them may have been here. */
  void arrived(SegmentCopy key, Path path, long bytes);
}
