package dev.terra.agent.control;

import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The queues in which the jobs of shuffles run, as the controller names them or, if it does not, as a job names its own to a handler of
 * this site. An instance is used on the agent's thread only.
 */
public final class ShuffleQueues {
  /**
   * The most shuffles whose queues are kept. The controller names the queues of at most
   * {@link dev.terra.core.view.CacheFigures#MOST_SHUFFLES} shuffles at a time.
   */
  private static final int MOST_SHUFFLES = 1_024;

  private final Map<ShuffleId, String> named = new BoundedMap<>(MOST_SHUFFLES);
  private Function<ShuffleId, Optional<ShuffleDescriptor>> descriptors = shuffle -> Optional.empty();

  /** Sets the source of the descriptions of shuffles by this site's handlers. */
  public void follow(Function<ShuffleId, Optional<ShuffleDescriptor>> facts) {
    descriptors = facts;
  }

  /** Notes the queues of some shuffles, which the controller has named. */
  public void name(Map<String, String> queues) {
    queues.forEach((shuffle, queue) -> named.put(new ShuffleId(shuffle), Owner.queueName(queue)));
  }

  /** Forgets a shuffle that is over. */
  public void forget(ShuffleId shuffle) {
    named.remove(shuffle);
  }

  /** Returns the name of a shuffle's queue without the root queue; empty if it is not known. */
  public String of(ShuffleId shuffle) {
    String known = named.get(shuffle);
    return known != null ? known : descriptors.apply(shuffle).map(facts -> Owner.queueName(facts.owner().queue())).orElse("");
  }
}
