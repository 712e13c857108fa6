package dev.terra.rest.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.controller.view.JobPattern;
import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.core.recurring.CostBelief;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.TriedChoice;
import dev.terra.rest.rows.RecurringRow;
import dev.terra.rest.rows.RecurringRow.RecurringChoiceRow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the rows of recurring jobs. */
class RecurringRowsTest {
  private static RecurringFigures job(String name) {
    RecurringState state = new RecurringState(new JobPattern("ann", "etl", name),
        new RecurringState.Grid(
            ImmutableList.of(new KnobChoice(true, 5), new KnobChoice(true, Double.POSITIVE_INFINITY), new KnobChoice(false, 0)), 1),
        new CostWeights(0.5, 0.001), new RecurringState.Tried(ImmutableList.of(),
            ImmutableList.of(new TriedChoice(1, 2, true), new TriedChoice(1, 4, true), new TriedChoice(2, 6, false))),
        new RecurringState.Counts(7, 1, 2, -3));
    return new RecurringFigures(state, 3, false, true,
        ImmutableSortedMap.of(0, new CostBelief(0, Double.POSITIVE_INFINITY), 1, new CostBelief(3, 0.25)));
  }

  @Test
  void aRowSaysWhatIsKnownOfEachChoice() {
    RecurringRow row = RecurringRows.of(List.of(job("old"), job("young"))).get(0);

    assertThat(row).isEqualTo(new RecurringRow("'young' of ann in queue etl", "ann", "etl", "young", 3, 7, 1, 2, false, true, -3, 0.5, 3.6,
        List.of(new RecurringChoiceRow(true, 5.0, false, true, 0, null, null, null),
            new RecurringChoiceRow(true, null, true, true, 2, 3.0, 3.0, 0.5),
            new RecurringChoiceRow(false, 0.0, false, false, 1, null, null, null))));
  }
}
