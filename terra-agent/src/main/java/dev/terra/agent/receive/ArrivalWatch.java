package dev.terra.agent.receive;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.wan.Path;

/** Observes bytes that arrive by tunnels. It is called on the agent's thread only. */
@FunctionalInterface
public interface ArrivalWatch {
  /** A watch that does nothing. */
  ArrivalWatch NONE = (key, path, bytes) -> {};

  /** Handles that intact bytes of a segment have arrived by a path. Some of them may have been stored before. */
  void arrived(SegmentCopy key, Path path, long bytes);
}
