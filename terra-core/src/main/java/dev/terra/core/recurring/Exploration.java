package dev.terra.core.recurring;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * The exploration that comes before sampling (pseudocode 6 of Zeus): from a start down until a choice does not reach the end, then up
 * likewise; and where the rules have more rounds, once more among those that did, from the cheapest one. As costs are nearly convex, what
 * lies beyond a failure is worse.
 *
 * @param next the choice that is tried next; empty where the exploration is over
 * @param choices those that are left
 */
record Exploration(OptionalInt next, ImmutableSortedSet<Integer> choices) {
  /** How far the exploration is after some results, in the order in which it had its choices tried. */
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

  /** A way down and a way up. */
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

    /** Takes results while there are any; the first choice that has none. */
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

    /** The choices that reached the end; the start where none did, as a job has to run with something. */
    ImmutableSortedSet<Integer> left() {
      return good.isEmpty() ? ImmutableSortedSet.of(start) : ImmutableSortedSet.copyOf(good);
    }
  }
}
