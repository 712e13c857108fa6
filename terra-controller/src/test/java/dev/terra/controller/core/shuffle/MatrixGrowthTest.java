package dev.terra.controller.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatrixGrowthTest {
  private static final SitePair AB = pair("A", "B");
  private static final SitePair AC = pair("A", "C");

  private final MatrixGrowth growth = new MatrixGrowth();

  private static SitePair pair(String from, String to) {
    return new SitePair(new SiteId(from), new SiteId(to));
  }

  @Test
  void notesWhatWasAdded() {
    growth.note(1, Map.of(AB, 10L));
    growth.note(2, Map.of(AB, 10L));
    growth.note(3, Map.of(AB, 15L, AC, 7L));
    growth.note(4, Map.of(AB, 2L, AC, 7L));
    growth.note(5, Map.of(AB, 16L));
    assertThat(growth.steps()).isEqualTo(List.of(
        new MatrixGrowth.Step(1, Map.of(AB, 10L)), new MatrixGrowth.Step(3, Map.of(AB, 5L, AC, 7L)),
        new MatrixGrowth.Step(5, Map.of(AB, 1L))));
  }

  @Test
  void whatComesAtAlmostTheSameTimeIsOneStep() {
    growth.note(1, Map.of(AB, 10L));
    growth.note(1.05, Map.of(AB, 12L, AC, 1L));
    assertThat(growth.steps()).isEqualTo(List.of(new MatrixGrowth.Step(1, Map.of(AB, 12L, AC, 1L))));
  }

  @Test
  void isBoundedAndLosesNothing() {
    Map<SitePair, Long> bytes = new HashMap<>();
    for (int second = 1; second <= 5_000; second++) {
      bytes.merge(second % 2 == 0 ? AB : AC, 3L, Long::sum);
      growth.note(second, bytes);
    }
    List<MatrixGrowth.Step> steps = growth.steps();
    assertThat(steps).hasSizeLessThanOrEqualTo(1_024).isSortedAccordingTo((a, b) -> Double.compare(a.seconds(), b.seconds()));
    assertThat(steps.get(steps.size() - 1).seconds()).isEqualTo(5_000);
    assertThat(steps.stream().flatMap(step -> step.bytes().values().stream()).mapToLong(Long::longValue).sum()).isEqualTo(15_000);
    long sent = 0;
    for (MatrixGrowth.Step step : steps) {
      sent += step.bytes().values().stream().mapToLong(Long::longValue).sum();
      assertThat(sent).as("by %s", step.seconds()).isLessThanOrEqualTo(Math.round(3 * step.seconds()));
    }
  }
}
