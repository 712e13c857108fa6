package dev.terra.agent.control;

import dev.terra.agent.send.Outbox;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.shuffle.BundleId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long each bundle with bytes to send has been in no schedule. New readers of a bundle that has waited too long take the stock path.
 * An instance reads no clock, and is used on the agent's thread only.
 */
public final class UnnamedBundles {
  private static final long TOO_LONG_NANOS = ProtocolTiming.BUNDLE_UNNAMED.nanos();

  private Map<BundleId, Long> sinceNanos = new HashMap<>();

  /** Checks all bundles. It is to be called a few times a second. */
  public void update(List<Outbox.Progress> bundles, RateBook rates, long nowNanos) {
    Map<BundleId, Long> next = new HashMap<>();
    for (Outbox.Progress bundle : bundles) {
      if (bundle.unsent() > 0 && !rates.names(bundle.id())) {
        next.put(bundle.id(), sinceNanos.getOrDefault(bundle.id(), nowNanos));
      }
    }
    sinceNanos = next;
  }

  /** Returns whether a bundle has waited too long. */
  public boolean tooLong(BundleId bundle, long nowNanos) {
    Long since = sinceNanos.get(bundle);
    return since != null && nowNanos - since > TOO_LONG_NANOS;
  }
}
