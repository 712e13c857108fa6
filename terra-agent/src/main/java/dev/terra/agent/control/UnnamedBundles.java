package dev.terra.agent.control;

import dev.terra.agent.send.Outbox;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * How long each bundle with bytes to send has been without a word from the scheduler. New readers of one that has waited too
 * long take the stock path. Pure; on the agent's thread.
 */
public final class UnnamedBundles {
  private static final long TOO_LONG_NANOS = ProtocolTiming.BUNDLE_UNNAMED.nanos();

  private record Ref(ShuffleId shuffle, SiteId to) {}

  private Map<Ref, Long> sinceNanos = new HashMap<>();

  /** Looks at all bundles; to be called a few times a second. */
  public void update(List<Outbox.Progress> bundles, BiPredicate<ShuffleId, SiteId> named, long nowNanos) {
    Map<Ref, Long> next = new HashMap<>();
    for (Outbox.Progress bundle : bundles) {
      if (bundle.unsent() > 0 && !named.test(bundle.shuffle(), bundle.to())) {
        Ref ref = new Ref(bundle.shuffle(), bundle.to());
        next.put(ref, sinceNanos.getOrDefault(ref, nowNanos));
      }
    }
    sinceNanos = next;
  }

  /** Whether a bundle has waited too long. */
  public boolean tooLong(ShuffleId shuffle, SiteId to, long nowNanos) {
    Long since = sinceNanos.get(new Ref(shuffle, to));
    return since != null && nowNanos - since > TOO_LONG_NANOS;
  }
}
