package dev.terra.reproduce.hare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.reproduce.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests with settings that are as small as possible without curves that are mostly noise. */
class HareFiguresTest {
  private final HareFigures figures = new HareFigures(1, 128, () -> 0);

  @Test
  void whereAllLackReadUnitsOnlyTheTradeGains() {
    List<Row> rows = figures.of("dominant");
    assertThat(rows.get(0).ours()).isLessThan(1.02);
    assertThat(rows.get(1).ours()).isGreaterThan(.97);
    assertThat(rows.get(2).ours()).isGreaterThan(1.02);
  }

  @Test
  void aSampledCurveIsNearTheExactOne() {
    assertThat(new HareFigures(1, 8, () -> 0).of("ghost")).allMatch(row -> row.ours() < .06);
  }
}
