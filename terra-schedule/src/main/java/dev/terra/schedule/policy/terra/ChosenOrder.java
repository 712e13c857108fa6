package dev.terra.schedule.policy.terra;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what {@link RolloutSearch} found until a shuffle arrives, or one has grown much, which calls for the next search. Shuffles behind
 * those that were looked at keep their order.
 */
final class ChosenOrder {
  /**
   * A shuffle that has more than so many times as much left as when a choice was made calls for another. A job's shuffle arrives with
   * the outputs of its first maps and for its first reducers, a small part of what it will be: an order of such parts is none of jobs.
   */
  private static final double GROWN = 1.25;

  /** A shuffle as it was when a choice was last looked for. */
  private record Known(int priority, double bytes) {
    static Known of(ActiveShuffle shuffle) {
      return new Known(shuffle.demand().terms().priority(), shuffle.bundles().bytes());
    }

    boolean isStill(Known now) {
      return priority == now.priority && now.bytes <= GROWN * bytes;
    }
  }

  private final RolloutSearch rollouts;
  private Map<ShuffleId, Known> known = Map.of();
  private Map<ShuffleId, Integer> rank = Map.of();
  private @Nullable DetourLimit detours;

  ChosenOrder(RolloutSearch rollouts) {
    this.rollouts = rollouts;
  }

  /** Looks for a choice where a shuffle is new or has grown. Uses the network's residual, so it comes first in a round. */
  void consider(List<ActiveShuffle> shuffles, DetourLimit usual) {
    Map<ShuffleId, Known> now = new HashMap<>();
    shuffles.forEach(shuffle -> now.put(shuffle.demand().id(), Known.of(shuffle)));
    if (now.entrySet().stream().allMatch(shuffle -> isKnown(shuffle.getKey(), shuffle.getValue()))) {
      return;
    }
    known = now;
    keep(rollouts.search(shuffles, usual).orElse(null));
  }

  private boolean isKnown(ShuffleId shuffle, Known now) {
    Known before = known.get(shuffle);
    return before != null && before.isStill(now);
  }

  private void keep(@Nullable OrderChoice choice) {
    rank = new HashMap<>();
    if (choice == null) {
      detours = null;
      return;
    }
    detours = choice.detours();
    ShuffleGroup.inOrder(choice.order()).forEach(shuffle -> rank.put(shuffle.demand().id(), rank.size()));
  }

  /** The detours that were found best for now, if something better than the usual choice was found. */
  Optional<DetourLimit> detours() {
    return Optional.ofNullable(detours);
  }

  /** The given shuffles, which are in their usual order, in a better one if one was found. */
  List<ActiveShuffle> improve(List<ActiveShuffle> usual) {
    if (rank.isEmpty()) {
      return usual;
    }
    List<ActiveShuffle> order = new ArrayList<>(usual);
    order.sort(Comparator.comparingInt(shuffle -> rank.getOrDefault(shuffle.demand().id(), Integer.MAX_VALUE)));
    return order;
  }
}
