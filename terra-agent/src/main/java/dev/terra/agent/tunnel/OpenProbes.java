package dev.terra.agent.tunnel;

import dev.terra.core.limit.BoundedMap;
import java.util.Map;

/**
 * The unanswered probes of a tunnel, by the time that each carries. An answer counts only for a probe that was sent, and only once: a site
 * on the way that answers too soon cannot make a tunnel look faster than the way to that site. Thread-safe.
 */
final class OpenProbes {
  /**
   * The most probes that are kept; the oldest are dropped. The verification of a network sends 100 within 3 s, besides the regular ones.
   */
  private static final int MOST = 256;

  private final Map<Long, Boolean> open = new BoundedMap<>(MOST);

  synchronized void sent(long sentNanos) {
    open.put(sentNanos, true);
  }

  /** Returns whether a probe of that time has been sent and not been answered, and records that it is answered. */
  synchronized boolean answered(long sentNanos) {
    return open.remove(sentNanos) != null;
  }
}
