package dev.terra.agent.send;

import dev.terra.core.shuffle.BundleId;
import java.util.HashMap;
import java.util.Map;

/** What is under way of each bundle, on all tunnels together, in plain bytes. On the agent's thread. */
final class UnderWay {
  private final Map<BundleId, Long> bytes = new HashMap<>();

  /** So much more is under way, or less. */
  void change(BundleId bundle, long change) {
    bytes.merge(bundle, change, (before, by) -> before + by > 0 ? before + by : null);
  }

  long of(BundleId bundle) {
    return bytes.getOrDefault(bundle, 0L);
  }
}
