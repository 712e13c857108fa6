package dev.terra.agent.control;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.residency.PlaceMessages;
import dev.terra.api.v1.QueuePlaces;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which paths bytes of shuffles may take, as the controller says of their queues. An agent goes by the queue that a job names; until that
 * is known, the rules of all queues hold. What the last controller said holds while there is none. On the agent's thread.
 */
public final class PlaceRules {
  private Predicate<ShuffleId> submitted = shuffle -> false;
  private Function<ShuffleId, Optional<ShuffleDescriptor>> descriptors = shuffle -> Optional.empty();
  private Residency residency = Residency.FREE;
  private ImmutableSet<SiteId> avoidedByAny = ImmutableSet.of();

  /**
   * Queues of shuffles are found there.
   *
   * @param withoutQueue the shuffles that are in no queue: those that were submitted
   */
  public void follow(Predicate<ShuffleId> withoutQueue, Function<ShuffleId, Optional<ShuffleDescriptor>> facts) {
    submitted = withoutQueue;
    descriptors = facts;
  }

  /**
   * Takes over all rules of a controller.
   *
   * @throws IllegalArgumentException if a name is none of a site
   */
  public void replace(List<QueuePlaces> rules) {
    residency = PlaceMessages.of(rules);
    avoidedByAny = residency.avoidedByAny();
  }

  /** Whether any queue has a rule. */
  private boolean isAny() {
    return !residency.avoided().isEmpty();
  }

  private Optional<String> queue(ShuffleId shuffle) {
    return descriptors.apply(shuffle).map(descriptor -> descriptor.owner().queue()).filter(name -> !name.isEmpty());
  }

  private ImmutableSet<SiteId> avoided(ShuffleId shuffle) {
    return !isAny() || submitted.test(shuffle) ? ImmutableSet.of() : queue(shuffle).map(residency::avoided).orElse(avoidedByAny);
  }

  /** Whether bytes of a shuffle may not take the stock path to another site. */
  public boolean refusesStock(ShuffleId shuffle) {
    return isAny() && residency.refusesStock(queue(shuffle).orElse(""));
  }

  /** Whether bytes of a shuffle may be at a site. */
  public boolean mayBeAt(ShuffleId shuffle, SiteId site) {
    return !avoided(shuffle).contains(site);
  }

  /** The paths among some that bytes of a shuffle may take; the same object if they may take all. */
  public Set<Path> allowed(ShuffleId shuffle, Set<Path> paths) {
    ImmutableSet<SiteId> avoided = avoided(shuffle);
    return avoided.isEmpty() ? paths
        : paths.stream().filter(path -> path.sites().stream().noneMatch(avoided::contains)).collect(Collectors.toUnmodifiableSet());
  }

  /** Why bytes of a shuffle may take none of some paths; empty if they may take one. */
  public Optional<String> obstacle(ShuffleId shuffle, Set<Path> paths) {
    if (!allowed(shuffle, paths).isEmpty() || avoided(shuffle).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(queue(shuffle).map(name -> "the residency of queue " + name)
        .orElse("its queue is not known, and the residency of queues") + " rules out every tunnel that is up");
  }
}
