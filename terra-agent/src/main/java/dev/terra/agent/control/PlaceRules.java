package dev.terra.agent.control;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
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
import java.util.stream.Collectors;

/**
 * Which paths bytes of shuffles may take, as the controller says of their queues. An agent goes by the queue that a job names. What the
 * last controller said holds while there is none. On the agent's thread.
 */
public final class PlaceRules {
  private Function<ShuffleId, Optional<ShuffleDescriptor>> descriptors = shuffle -> Optional.empty();
  private Residency residency = Residency.FREE;

  /** Queues of shuffles are found there. */
  public void follow(Function<ShuffleId, Optional<ShuffleDescriptor>> facts) {
    descriptors = facts;
  }

  /**
   * Takes over all rules of a controller.
   *
   * @throws IllegalArgumentException if a name is none of a site
   */
  public void replace(List<QueuePlaces> rules) {
    residency = new Residency(rules.stream().collect(ImmutableMap.toImmutableMap(QueuePlaces::getQueue, rule ->
        rule.getAvoidedList().stream().map(SiteId::new).collect(ImmutableSet.toImmutableSet()), (first, last) -> last)));
  }

  /** Whether any queue has a rule. */
  public boolean isAny() {
    return !residency.avoided().isEmpty();
  }

  /** The queue that a shuffle's job names; empty if it is not known. */
  public String queue(ShuffleId shuffle) {
    return descriptors.apply(shuffle).map(descriptor -> descriptor.owner().queue()).orElse("");
  }

  /** The paths among some that bytes of a shuffle may take; the same object if no queue has a rule. */
  public Set<Path> allowed(ShuffleId shuffle, Set<Path> paths) {
    if (!isAny()) {
      return paths;
    }
    String queue = queue(shuffle);
    return paths.stream().filter(path -> residency.allows(queue, path)).collect(Collectors.toUnmodifiableSet());
  }
}
