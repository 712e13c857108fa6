package dev.terra.history.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import dev.terra.core.cost.PathCost;
import dev.terra.core.cost.PathCost.LinkCost;
import dev.terra.core.wan.Path;
import dev.terra.history.store.StoredCost;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests with a job of queue etl that took a detour, and a job without a queue that took none, on the next day. */
class CostSumsTest {
  private static final PathCost AROUND =
      new PathCost(Path.of("A", "C", "B"), 100, ImmutableList.of(new LinkCost(2, 10, 1), new LinkCost(3, 20, 2)), 4);
  private static final PathCost DIRECT = new PathCost(Path.of("A", "C"), 50, ImmutableList.of(new LinkCost(1, 5, 0)), 1);
  private static final List<StoredCost> ROWS = List.of(
      new StoredCost(Instant.parse("2026-07-01T23:59:59Z").toEpochMilli(), "s1", Optional.of("etl"), "job_1", AROUND),
      new StoredCost(Instant.parse("2026-07-02T00:00:00Z").toEpochMilli(), "s2", Optional.empty(), "job_2", DIRECT));

  private static List<CostRow> by(String what) {
    CostSums sums = new CostSums(what);
    ROWS.forEach(sums::add);
    return sums.rows();
  }

  @Test
  void queuesJobsPathsAndDaysHaveWhatTheirShufflesCost() {
    assertThat(by("queue")).containsExactly(new CostRow("etl", 100, 5, 1, 30, 3), new CostRow("", 50, 1, 0, 5, 0));
    assertThat(by("job")).extracting(CostRow::name).containsExactly("job_1", "job_2");
    assertThat(by("shuffle")).extracting(CostRow::name).containsExactly("s1", "s2");
    assertThat(by("path")).extracting(CostRow::name).containsExactly("A:C:B", "A:C");
    assertThat(by("day")).extracting(CostRow::name).containsExactly("2026-07-01", "2026-07-02");
  }

  @Test
  void aLinkHasWhatAllPathsOverItCostThereAndSumsAreEqual() {
    assertThat(by("link")).containsExactly(new CostRow("A:C", 150, 3, 0, 15, 1), new CostRow("C:B", 100, 3, 0, 20, 2));
    assertThat(by("link").stream().mapToDouble(CostRow::usd).sum()).isEqualTo(by("queue").stream().mapToDouble(CostRow::usd).sum());
  }
}
