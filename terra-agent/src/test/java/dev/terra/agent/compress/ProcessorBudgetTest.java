package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  @Test
  void aTenthOfASecondIsSavedUp() {
    ProcessorBudget budget = new ProcessorBudget(1, 0);
    assertThat(budget.hasLeft(100 * SECOND)).isTrue();
    budget.spend(100 * MILLI, 100 * SECOND);
    assertThat(budget.hasLeft(100 * SECOND)).isFalse();
    assertThat(budget.hasLeft(100 * SECOND + 1)).isTrue();
  }

  @Test
  void overAnyTimeItSpendsItsCoresAndOneChunkMore() {
    ProcessorBudget budget = new ProcessorBudget(.15, 0);
    long spent = 0;
    for (long now = 0; now < 10 * SECOND; now += MILLI) {
      if (budget.hasLeft(now)) {
        budget.spend(3 * MILLI, now);
        spent += 3 * MILLI;
      }
    }
    assertThat(spent / 10e9).isBetween(.149, .153);
    assertThat(budget.spentNanos()).isEqualTo(spent);
  }

  @Test
  void whatCannotWaitIsOwedForHalfASecondAtMost() {
    ProcessorBudget budget = new ProcessorBudget(.5, 0);
    budget.spend(60 * SECOND, 0);
    assertThat(budget.hasLeft(SECOND / 2)).isFalse();
    assertThat(budget.hasLeft(SECOND / 2 + 2)).isTrue();
  }
}
