package dev.terra.agent.send;

import dev.terra.core.shuffle.BundleId;
import java.util.HashMap;
import java.util.Map;

/** The plain bytes under way of each bundle, on all tunnels together. It is used on the agent's thread only. */
final class UnderWay {
  private final Map<BundleId, Long> bytes = new HashMap<>();

  /** Adds to the bytes under way of a bundle; a negative change subtracts. */
  void change(BundleId bundle, long change) {
    bytes.merge(bundle, change, (before, by) -> before + by > 0 ? before + by : null);
  }

  long of(BundleId bundle) {
    return bytes.getOrDefault(bundle, 0L);
  }
}
