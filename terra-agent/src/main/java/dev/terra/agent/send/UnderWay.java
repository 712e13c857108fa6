package dev.terra.agent.send;

import java.util.HashMap;
import java.util.Map;

/** What is under way of each bundle, on all tunnels together, bytes. On the agent's thread. */
final class UnderWay {
  private final Map<OutBundleId, Long> bytes = new HashMap<>();

  /** So much more is under way, or less. */
  void change(OutBundleId bundle, long change) {
    bytes.merge(bundle, change, (before, by) -> before + by > 0 ? before + by : null);
  }

  long of(OutBundleId bundle) {
    return bytes.getOrDefault(bundle, 0L);
  }
}
