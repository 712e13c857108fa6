package dev.terra.agent.tunnel;

import dev.terra.core.limit.BoundedMap;
import java.util.Map;

/**
 * The probes of a tunnel that have not been answered, by the time that each carries. An answer counts for a probe that was sent, and once:
 * a site on the way that answers too soon cannot make a tunnel look faster than the way to that site. Thread-safe.
 */
final class OpenProbes {
  /** Probes of a network's verification, 100 within 3 s, and the regular ones; the oldest are lost. */
  private static final int MOST = 256;

  private final Map<Long, Boolean> open = new BoundedMap<>(MOST);

  synchronized void sent(long sentNanos) {
    open.put(sentNanos, true);
  }

  /** Whether a probe of that time has been sent and not been answered; it has been now. */
  synchronized boolean answered(long sentNanos) {
    return open.remove(sentNanos) != null;
  }
}
