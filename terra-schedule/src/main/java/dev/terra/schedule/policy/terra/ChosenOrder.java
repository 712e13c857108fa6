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
 * Keeps the choice that {@link RolloutSearch} found, until a shuffle arrives or has grown much, which starts the next search. Shuffles
 * behind the searched ones keep their order.
 */
final class ChosenOrder {
  /**
   * The growth that starts another search: a shuffle has more than this many times the bytes that it had left at the last search. A job's
   * shuffle arrives with the outputs of its first maps and for its first reducers, a small part of its later bytes; an order of such parts
   * is not an order of jobs.
   */
  private static final double GROWN = 1.25;

  /** The state of a shuffle at the last search. */
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

  /** Searches a choice if a shuffle is new or has grown. It uses the network's residual, so it must come first in a round. */
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

  /** Returns the detours that the last search found best, if it found a better choice than the usual one. */
  Optional<DetourLimit> detours() {
    return Optional.ofNullable(detours);
  }

  /** Returns the given shuffles, which are in their usual order, in a better order if one was found. */
  List<ActiveShuffle> improve(List<ActiveShuffle> usual) {
    if (rank.isEmpty()) {
      return usual;
    }
    List<ActiveShuffle> order = new ArrayList<>(usual);
    order.sort(Comparator.comparingInt(shuffle -> rank.getOrDefault(shuffle.demand().id(), Integer.MAX_VALUE)));
    return order;
  }
}
