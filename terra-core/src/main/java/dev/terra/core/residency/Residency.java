package dev.terra.core.residency;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * The sites at which no bytes of a queue may be: they are neither sent there nor relayed by it.
 *
 * @param avoided by the queue's name without its root; queues that are not here may be everywhere
 * @param stockRefused the queues of which no byte may take the stock path to another site, as its route is not Terra's
 */
public record Residency(ImmutableMap<String, ImmutableSet<SiteId>> avoided, ImmutableSet<String> stockRefused) {
  /** Every queue may be everywhere. */
  public static final Residency FREE = new Residency(ImmutableMap.of(), ImmutableSet.of());

  /** Queues whose bytes may take the stock path. */
  public Residency(ImmutableMap<String, ImmutableSet<SiteId>> avoided) {
    this(avoided, ImmutableSet.of());
  }

  /** What rules of queues mean among these sites. */
  public static Residency of(Map<String, ResidencyRule> rules, Collection<SiteId> sites) {
    ImmutableMap.Builder<String, ImmutableSet<SiteId>> avoided = ImmutableMap.builder();
    rules.forEach((queue, rule) ->
        avoided.put(queue, sites.stream().filter(site -> !rule.allows(site)).collect(ImmutableSet.toImmutableSet())));
    return new Residency(avoided.buildOrThrow(), rules.entrySet().stream().filter(rule -> rule.getValue().refusesStock())
        .map(Map.Entry::getKey).collect(ImmutableSet.toImmutableSet()));
  }

  /** Where bytes of a queue may not be; its name may have the root before it, as some versions of YARN write it. */
  public ImmutableSet<SiteId> avoided(String queue) {
    return avoided.getOrDefault(ShuffleDescriptor.Owner.queueName(queue), ImmutableSet.of());
  }

  /** Whether bytes of a queue may not take the stock path to another site; its name may have the root before it. */
  public boolean refusesStock(String queue) {
    return !stockRefused.isEmpty() && stockRefused.contains(ShuffleDescriptor.Owner.queueName(queue));
  }

  /** Where bytes may not be whose queue is not known: all sites that the rule of any queue rules out. */
  public ImmutableSet<SiteId> avoidedByAny() {
    return avoided.values().stream().flatMap(Set::stream).collect(ImmutableSet.toImmutableSet());
  }

  /** Whether bytes of a queue may take a path. */
  public boolean allows(String queue, Path path) {
    ImmutableSet<SiteId> sites = avoided(queue);
    return sites.isEmpty() || path.sites().stream().noneMatch(sites::contains);
  }
}
