package dev.terra.core.recurring;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * The exploration that comes before sampling (pseudocode 6 of Zeus): it tries choices from a start downwards until a run does not reach its
 * end, then upwards in the same way. If the rules have more rounds, it repeats this among the choices that reached the end, and starts from
 * the cheapest one. Since costs are nearly convex, choices beyond a failed one are worse.
 *
 * @param next the choice to try next; empty if the exploration is over
 * @param choices the choices that remain
 */
record Exploration(OptionalInt next, ImmutableSortedSet<Integer> choices) {
  /** Returns the state of the exploration after some results, which are in the order in which choices were tried. */
  static Exploration after(KnobRules rules, List<TriedChoice> results) {
    Iterator<TriedChoice> ended = results.iterator();
    Round round = new Round(rules.choices(), rules.usual());
    for (int i = 0; i < rules.rounds(); i++) {
      OptionalInt next = round.follow(ended);
      if (next.isPresent()) {
        return new Exploration(next, round.choices);
      }
      round = new Round(round.left(), round.best);
    }
    return new Exploration(OptionalInt.empty(), round.choices);
  }

  /** One round of the exploration: downwards from a start, then upwards. */
  private static final class Round {
    private final ImmutableSortedSet<Integer> choices;
    private final int start;
    private final TreeSet<Integer> good = new TreeSet<>();
    private int best;
    private double bestCost = Double.POSITIVE_INFINITY;

    Round(ImmutableSortedSet<Integer> choices, int start) {
      this.choices = choices;
      this.start = start;
      this.best = start;
    }

    /**
     * Takes results for the choices of this round, and returns the first choice for which no result is left; empty if the round is over.
     */
    OptionalInt follow(Iterator<TriedChoice> ended) {
      OptionalInt down = follow(choices.headSet(start, true).descendingSet(), ended);
      return down.isPresent() ? down : follow(choices.tailSet(start, false), ended);
    }

    private OptionalInt follow(Iterable<Integer> way, Iterator<TriedChoice> ended) {
      for (int choice : way) {
        if (!ended.hasNext()) {
          return OptionalInt.of(choice);
        }
        TriedChoice result = ended.next();
        if (!result.reached()) {
          break;
        }
        keep(choice, result.cost());
      }
      return OptionalInt.empty();
    }

    private void keep(int choice, double cost) {
      good.add(choice);
      if (cost < bestCost) {
        best = choice;
        bestCost = cost;
      }
    }

    /** Returns the choices that reached the end. If none did, it returns the start, since a job needs a choice to run with. */
    ImmutableSortedSet<Integer> left() {
      return good.isEmpty() ? ImmutableSortedSet.of(start) : ImmutableSortedSet.copyOf(good);
    }
  }
}
