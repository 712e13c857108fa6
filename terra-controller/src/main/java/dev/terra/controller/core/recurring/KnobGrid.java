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
 * What runs of a job may use, in an order in which costs are nearly convex: from the cheapest paths to the fastest ones, and without
 * compression back again. So from what is usual one way leads to cheaper paths, and the other way turns compression off first.
 *
 * @param usual the place of what a job has that does not learn
 */
record KnobGrid(ImmutableList<KnobChoice> choices, int usual) {
  /**
   * The grid of a queue's jobs.
   *
   * @param usualUsdPerHour what the time of these jobs is worth, US dollars an hour; infinite where time alone counts
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

  /** How these choices are learned. */
  KnobRules rules(int window) {
    return KnobRules.of(IntStream.range(0, choices.size()).boxed().toList(), usual).forgettingAfter(window).exploringOnce();
  }
}
