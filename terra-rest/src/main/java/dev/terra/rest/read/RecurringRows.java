package dev.terra.rest.read;

import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.core.recurring.CostBelief;
import dev.terra.rest.rows.RecurringRow;
import dev.terra.rest.rows.RecurringRow.RecurringChoiceRow;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes rows of recurring jobs. */
final class RecurringRows {
  private static final double SECONDS_PER_HOUR = 3_600;

  private RecurringRows() {}

  /** Returns one row for each job, in the order of the last runs, the latest first. */
  static List<RecurringRow> of(List<RecurringFigures> jobs) {
    return IntStream.range(0, jobs.size()).mapToObj(i -> row(jobs.get(jobs.size() - 1 - i))).toList();
  }

  private static RecurringRow row(RecurringFigures figures) {
    RecurringState state = figures.state();
    RecurringState.Counts counts = state.counts();
    return new RecurringRow(state.job().toString(), state.job().user(), state.job().queue(), state.job().name(), figures.running(),
        counts.runs(), counts.returned(), counts.restarts(), figures.isObserved(), figures.isExploring(), counts.saved(),
        state.weights().eta(), state.weights().perSecond() * SECONDS_PER_HOUR,
        IntStream.range(0, state.choices().size()).mapToObj(place -> choice(figures, place)).toList());
  }

  private static RecurringChoiceRow choice(RecurringFigures figures, int place) {
    KnobChoice choice = figures.state().choices().get(place);
    CostBelief belief = figures.beliefs().get(place);
    CostBelief known = belief != null && Double.isFinite(belief.variance()) ? belief : null;
    long runs = figures.state().results().stream().filter(result -> result.choice() == place).count();
    return new RecurringChoiceRow(choice.compressed(), finite(choice.usdPerHour()), place == figures.state().usual(), belief != null,
        (int) runs, finite(figures.meanCost(place).orElse(Double.NaN)), known == null ? null : finite(known.mean()),
        known == null ? null : finite(Math.sqrt(known.variance())));
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
