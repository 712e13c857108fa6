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
 * The paths that bytes of shuffles may take, by the controller's rules for their queues. The queue of a shuffle is the one that its job
 * names; until it is known, the rules of all queues apply. Without a controller, the rules of the last one stay in force. An instance is
 * used on the agent's thread only.
 */
public final class PlaceRules {
  private Predicate<ShuffleId> submitted = shuffle -> false;
  private Function<ShuffleId, Optional<ShuffleDescriptor>> descriptors = shuffle -> Optional.empty();
  private Residency residency = Residency.FREE;
  private ImmutableSet<SiteId> avoidedByAny = ImmutableSet.of();

  /**
   * Sets the sources of the shuffles' queues.
   *
   * @param withoutQueue returns whether a shuffle is in no queue, since it was submitted
   */
  public void follow(Predicate<ShuffleId> withoutQueue, Function<ShuffleId, Optional<ShuffleDescriptor>> facts) {
    submitted = withoutQueue;
    descriptors = facts;
  }

  /**
   * Replaces all rules by those of a controller.
   *
   * @throws IllegalArgumentException if the name of a site is malformed
   */
  public void replace(List<QueuePlaces> rules) {
    residency = PlaceMessages.of(rules);
    avoidedByAny = residency.avoidedByAny();
  }

  /** Returns whether any queue has a rule. */
  private boolean isAny() {
    return !residency.avoided().isEmpty();
  }

  private Optional<String> queue(ShuffleId shuffle) {
    return descriptors.apply(shuffle).map(descriptor -> descriptor.owner().queue()).filter(name -> !name.isEmpty());
  }

  private ImmutableSet<SiteId> avoided(ShuffleId shuffle) {
    return !isAny() || submitted.test(shuffle) ? ImmutableSet.of() : queue(shuffle).map(residency::avoided).orElse(avoidedByAny);
  }

  /** Returns whether bytes of a shuffle may not take the stock path to another site. */
  public boolean refusesStock(ShuffleId shuffle) {
    return isAny() && residency.refusesStock(queue(shuffle).orElse(""));
  }

  /** Returns whether bytes of a shuffle may be at a site. */
  public boolean mayBeAt(ShuffleId shuffle, SiteId site) {
    return !avoided(shuffle).contains(site);
  }

  /** Returns those of the given paths that bytes of a shuffle may take; the same object if they may take all. */
  public Set<Path> allowed(ShuffleId shuffle, Set<Path> paths) {
    ImmutableSet<SiteId> avoided = avoided(shuffle);
    return avoided.isEmpty() ? paths
        : paths.stream().filter(path -> path.sites().stream().noneMatch(avoided::contains)).collect(Collectors.toUnmodifiableSet());
  }

  /** Returns why bytes of a shuffle may take none of the given paths; empty if they may take one. */
  public Optional<String> obstacle(ShuffleId shuffle, Set<Path> paths) {
    if (!allowed(shuffle, paths).isEmpty() || avoided(shuffle).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(queue(shuffle).map(name -> "the residency of queue " + name)
        .orElse("its queue is not known, and the residency of queues") + " rules out every tunnel that is up");
  }
}
