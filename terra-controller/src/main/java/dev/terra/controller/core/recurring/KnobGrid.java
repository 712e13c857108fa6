package dev.terra.controller.core.recurring;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.recurring.RecurringSettings.Knob;
import dev.terra.controller.view.KnobChoice;
import dev.terra.core.recurring.KnobRules;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The choices that runs of a job may use, in an order in which costs are nearly convex: from the cheapest paths to the fastest ones, and
 * then, without compression, back to the cheapest. So from the usual choice, one direction leads to cheaper paths, and the other leads to
 * faster paths and then turns compression off.
 *
 * @param usual the index of the choice of a job that does not learn
 */
record KnobGrid(ImmutableList<KnobChoice> choices, int usual) {
  /**
   * Returns the grid of a queue's jobs.
   *
   * @param usualUsdPerHour what an hour is worth to these jobs, in US dollars; infinite if time alone counts
   */
  static KnobGrid of(RecurringSettings settings, double usualUsdPerHour) {
    ImmutableSet<Knob> knobs = settings.knobs();
    NavigableSet<Double> values = new TreeSet<>(Set.of(usualUsdPerHour));
    if (knobs.contains(Knob.PATHS)) {
      values.addAll(List.of(0.0, settings.planUsdPerHour(), Double.POSITIVE_INFINITY));
    }
    ImmutableList.Builder<KnobChoice> choices = ImmutableList.builder();
    values.forEach(value -> choices.add(new KnobChoice(true, value)));
    if (knobs.contains(Knob.COMPRESSION)) {
      values.descendingSet().forEach(value -> choices.add(new KnobChoice(false, value)));
    }
    return new KnobGrid(choices.build(), values.headSet(usualUsdPerHour).size());
  }

  /** Returns how these choices are learned. */
  KnobRules rules(int window) {
    return KnobRules.of(IntStream.range(0, choices.size()).boxed().toList(), usual).forgettingAfter(window).exploringOnce();
  }
}
