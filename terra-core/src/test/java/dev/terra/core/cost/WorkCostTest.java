package dev.terra.core.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.SiteTerms;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests with cores that cost 4 cents an hour and use 5.5 W, at a site with 380 g a kWh. */
class WorkCostTest {
  private static final SiteTerms TERMS = new SiteTerms(OptionalDouble.of(0.04), OptionalDouble.of(5.5), OptionalDouble.of(380));
  private static final long HALF_AN_HOUR = 1_800_000_000L;

  @Test
  void anHourOfWorkCostsWhatTheSiteSays() {
    WorkCost cost = WorkCost.of(TERMS, HALF_AN_HOUR).plus(WorkCost.of(TERMS, HALF_AN_HOUR));
    assertThat(cost.processorSeconds()).isEqualTo(3_600);
    assertThat(cost.usd()).isCloseTo(0.04, within(1e-12));
    assertThat(cost.joules()).isCloseTo(5.5 * 3_600, within(1e-6));
    assertThat(cost.grams()).isCloseTo(0.0055 * 380, within(1e-9));
  }

  @Test
  void whatASiteDoesNotNameCostsNothing() {
    assertThat(WorkCost.of(SiteTerms.UNKNOWN, HALF_AN_HOUR)).isEqualTo(new WorkCost(HALF_AN_HOUR, 0, 0, 0));
  }
}
