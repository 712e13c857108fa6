package dev.terra.agent.control;

import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** In which queues jobs run: as the controller says, else as a job names it to a handler of this site. On the agent's thread. */
public final class ShuffleQueues {
  /** The controller names those of at most {@link dev.terra.core.view.CacheFigures#MOST_SHUFFLES} shuffles at a time. */
  private static final int MOST_SHUFFLES = 1_024;

  private final Map<ShuffleId, String> named = new BoundedMap<>(MOST_SHUFFLES);
  private Function<ShuffleId, Optional<ShuffleDescriptor>> descriptors = shuffle -> Optional.empty();

  /** What this site's handlers say of shuffles is found there. */
  public void follow(Function<ShuffleId, Optional<ShuffleDescriptor>> facts) {
    descriptors = facts;
  }

  /** The controller names the queues of some shuffles. */
  public void name(Map<String, String> queues) {
    queues.forEach((shuffle, queue) -> named.put(new ShuffleId(shuffle), Owner.queueName(queue)));
  }

  /** A shuffle is over. */
  public void forget(ShuffleId shuffle) {
    named.remove(shuffle);
  }

  /** A shuffle's queue without its root; empty if it is not known. */
  public String of(ShuffleId shuffle) {
    String known = named.get(shuffle);
    return known != null ? known : descriptors.apply(shuffle).map(facts -> Owner.queueName(facts.owner().queue())).orElse("");
  }
}
