package dev.terra.core.residency;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.Map;

/**
 * The sites at which no bytes of a queue may be: they are neither sent there nor relayed by it.
 *
 * @param avoided by the queue's name without its root; queues that are not here may be everywhere
 */
public record Residency(ImmutableMap<String, ImmutableSet<SiteId>> avoided) {
  /** Every queue may be everywhere. */
  public static final Residency FREE = new Residency(ImmutableMap.of());

  /** What rules of queues mean among these sites. */
  public static Residency of(Map<String, ResidencyRule> rules, Collection<SiteId> sites) {
    ImmutableMap.Builder<String, ImmutableSet<SiteId>> avoided = ImmutableMap.builder();
    rules.forEach((queue, rule) ->
        avoided.put(queue, sites.stream().filter(site -> !rule.allows(site)).collect(ImmutableSet.toImmutableSet())));
    return new Residency(avoided.buildOrThrow());
  }

  /** Where bytes of a queue may not be; its name may have the root before it, as some versions of YARN write it. */
  public ImmutableSet<SiteId> avoided(String queue) {
    return avoided.getOrDefault(ShuffleDescriptor.Owner.queueName(queue), ImmutableSet.of());
  }

  /** Whether bytes of a queue may take a path. */
  public boolean allows(String queue, Path path) {
    ImmutableSet<SiteId> sites = avoided(queue);
    return sites.isEmpty() || path.sites().stream().noneMatch(sites::contains);
  }
}
