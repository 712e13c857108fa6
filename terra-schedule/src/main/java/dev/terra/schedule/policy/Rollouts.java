package dev.terra.schedule.policy;

import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Looks for an order of jobs, and a length of detours, that beat the usual ones. When a shuffle arrives, or one has grown much, choices
 * for the first few in the order are played to the end with the plans and the backfill of the real policy, as if nothing else came:
 * orders by size, and from the best choice so far all that differ in the place of one job or in the detours, until nothing gets better or
 * the work is used up. The choice of the least weighted sum of completion times is kept until the next search; the usual one wins ties.
 * Those behind the first few keep their order.
 */
final class Rollouts {
  /** The head of the queue that is looked at; more of them gained little in simulations, and their plays are longer. */
  private static final int MOST_JOBS = 8;
  /** Of one search, in the unit of {@link Playout#work}: about 10 ms. */
  private static final double MOST_WORK = 200_000;
  /** Fewer plays than this are not worth beginning. */
  private static final int FEWEST_PLAYS = 8;
  /**
   * A shuffle that has more than so many times as much left as when a choice was made calls for another. A job's shuffle arrives with
   * the outputs of its first maps and for its first reducers, a small part of what it will be: an order of such parts is none of jobs.
   */
  private static final double GROWN = 1.25;
  /** A choice has to be better by more than this, relative, to replace another. */
  private static final double CLEARLY = 1e-6;

  /**
   * What is chosen.
   *
   * @param order of the head
   * @param detours in everybody's plans
   */
  record Choice(List<Job> order, Detours detours) {}

  /** A shuffle as it was when a choice was last looked for. */
  private record Known(int priority, double bytes) {
    static Known of(ShuffleState shuffle) {
      return new Known(shuffle.demand().terms().priority(), shuffle.bytes());
    }

    boolean isStill(Known now) {
      return priority == now.priority && now.bytes <= GROWN * bytes;
    }
  }

  private final Playout playout;
  private Map<ShuffleId, Known> known = Map.of();
  private Map<ShuffleId, Integer> rank = Map.of();
  private Optional<Detours> detours = Optional.empty();

  Rollouts(Programmes programmes) {
    this.playout = new Playout(programmes);
  }

  /** Looks for a choice where a shuffle is new or has grown. Uses the network's residual, so it comes first in a round. */
  void consider(List<ShuffleState> shuffles, Detours usual) {
    Map<ShuffleId, Known> now = new HashMap<>();
    shuffles.forEach(shuffle -> now.put(shuffle.demand().id(), Known.of(shuffle)));
    if (now.entrySet().stream().allMatch(shuffle -> isKnown(shuffle.getKey(), shuffle.getValue()))) {
      return;
    }
    known = now;
    rank = Map.of();
    detours = Optional.empty();
    List<Job> head = head(shuffles);
    if (head.size() > 1) {
      keep(search(new Choice(head, usual)));
    }
  }

  private boolean isKnown(ShuffleId shuffle, Known now) {
    Known before = known.get(shuffle);
    return before != null && before.isStill(now);
  }

  /** The detours that were found best for now, if something better than the usual choice was found. */
  Optional<Detours> detours() {
    return detours;
  }

  /** The given shuffles, which are in their usual order, in a better one if one was found. */
  List<ShuffleState> improve(List<ShuffleState> usual) {
    if (rank.isEmpty()) {
      return usual;
    }
    List<ShuffleState> order = new ArrayList<>(usual);
    order.sort(Comparator.comparingInt(shuffle -> rank.getOrDefault(shuffle.demand().id(), Integer.MAX_VALUE)));
    return order;
  }

  /** The first few of the highest priority, as many as can be played often enough; none where deadlines are to be met. */
  private static List<Job> head(List<ShuffleState> shuffles) {
    List<Job> head = new ArrayList<>();
    if (shuffles.stream().anyMatch(shuffle -> shuffle.demand().terms().deadlineSeconds().isPresent())) {
      return head;
    }
    double each = 0;
    int count = 0;
    for (Job job : Job.shortestFirst(shuffles.stream().filter(shuffle -> shuffle.size() > 0).toList())) {
      each += job.edges().stream().mapToDouble(Playout::work).sum();
      count += job.edges().size();
      boolean affordable = each * (count + 1) / 2 * FEWEST_PLAYS <= MOST_WORK;
      if (head.size() == MOST_JOBS || !affordable || (!head.isEmpty() && job.priority() != head.get(0).priority())) {
        break;
      }
      head.add(job);
    }
    return head;
  }

  private void keep(Optional<Choice> choice) {
    detours = choice.map(Choice::detours);
    rank = new HashMap<>();
    choice.ifPresent(chosen -> Job.shuffles(chosen.order()).forEach(shuffle -> rank.put(shuffle.demand().id(), rank.size())));
  }

  /** The best choice found, if it is better than the usual one. */
  private Optional<Choice> search(Choice usual) {
    playout.begin();
    double best = playout.cost(usual, Double.POSITIVE_INFINITY) * (1 - CLEARLY);
    if (best <= usual.order().stream().mapToDouble(job -> job.leastSeconds() * job.weight()).sum()) {
      return Optional.empty(); // nobody waits
    }
    Optional<Choice> chosen = Optional.empty();
    List<Choice> next = bySize(usual);
    next.addAll(neighbours(usual));
    while (!next.isEmpty()) {
      Optional<Choice> better = Optional.empty();
      for (Choice choice : next) {
        double cost = playout.work() > MOST_WORK ? Double.POSITIVE_INFINITY : playout.cost(choice, best);
        if (cost < best) {
          best = cost * (1 - CLEARLY);
          better = Optional.of(choice);
        }
      }
      chosen = better.isPresent() ? better : chosen;
      next = better.map(Rollouts::neighbours).orElse(List.of());
    }
    return chosen;
  }

  /** By bytes, and by the mean of bytes and Gamma. */
  private static List<Choice> bySize(Choice usual) {
    List<Choice> choices = new ArrayList<>();
    choices.add(sorted(usual, job -> job.bytes() / job.weight()));
    choices.add(sorted(usual, job -> Math.sqrt(job.bytes() * job.gammaSeconds()) / job.weight()));
    return choices;
  }

  /** The choices that differ in the detours, or in the place of one job. */
  private static List<Choice> neighbours(Choice choice) {
    List<Choice> neighbours = new ArrayList<>();
    for (Detours other : Detours.values()) {
      if (other != choice.detours()) {
        neighbours.add(new Choice(choice.order(), other));
      }
    }
    int size = choice.order().size();
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        if (to != from && to != from - 1) { // the latter is an exchange that was made already
          List<Job> moved = new ArrayList<>(choice.order());
          moved.add(to, moved.remove(from));
          neighbours.add(new Choice(moved, choice.detours()));
        }
      }
    }
    return neighbours;
  }

  private static Choice sorted(Choice usual, ToDoubleFunction<Job> key) {
    return new Choice(usual.order().stream().sorted(Job.by(key)).toList(), usual.detours());
  }
}
