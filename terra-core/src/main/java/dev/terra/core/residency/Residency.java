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
 * The sites at which no bytes of a queue may be: the bytes are neither sent to these sites nor relayed by them.
 *
 * @param avoided the sites to avoid, by the queue's name without its root; bytes of other queues may be everywhere
 * @param stockRefused the queues of which no byte may take the stock path to another site, since Terra does not choose its route
 */
public record Residency(ImmutableMap<String, ImmutableSet<SiteId>> avoided, ImmutableSet<String> stockRefused) {
  /** No rules: bytes of every queue may be everywhere. */
  public static final Residency FREE = new Residency(ImmutableMap.of(), ImmutableSet.of());

  /** Creates rules for queues whose bytes may take the stock path. */
  public Residency(ImmutableMap<String, ImmutableSet<SiteId>> avoided) {
    this(avoided, ImmutableSet.of());
  }

  /** Returns what the rules of queues mean for these sites. */
  public static Residency of(Map<String, ResidencyRule> rules, Collection<SiteId> sites) {
    ImmutableMap.Builder<String, ImmutableSet<SiteId>> avoided = ImmutableMap.builder();
    rules.forEach((queue, rule) ->
        avoided.put(queue, sites.stream().filter(site -> !rule.allows(site)).collect(ImmutableSet.toImmutableSet())));
    return new Residency(avoided.buildOrThrow(), rules.entrySet().stream().filter(rule -> rule.getValue().refusesStock())
        .map(Map.Entry::getKey).collect(ImmutableSet.toImmutableSet()));
  }

  /**
   * Returns the sites at which bytes of a queue may not be. The queue's name may begin with the root, as some versions of YARN write it.
   */
  public ImmutableSet<SiteId> avoided(String queue) {
    return avoided.getOrDefault(ShuffleDescriptor.Owner.queueName(queue), ImmutableSet.of());
  }

  /** Returns whether bytes of a queue may not take the stock path to another site. The queue's name may begin with the root. */
  public boolean refusesStock(String queue) {
    return !stockRefused.isEmpty() && stockRefused.contains(ShuffleDescriptor.Owner.queueName(queue));
  }

  /** Returns the sites at which bytes may not be whose queue is not known: all sites that the rule of any queue excludes. */
  public ImmutableSet<SiteId> avoidedByAny() {
    return avoided.values().stream().flatMap(Set::stream).collect(ImmutableSet.toImmutableSet());
  }

  /** Returns whether bytes of a queue may take a path. */
  public boolean allows(String queue, Path path) {
    ImmutableSet<SiteId> sites = avoided(queue);
    return sites.isEmpty() || path.sites().stream().noneMatch(sites::contains);
  }
}
