package dev.terra.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LineBudgetTest {
  @Test
  void afterABurstOneLineASecondIsWrittenAndSaysHowManyAreMissing() {
    LineBudget budget = new LineBudget();
    long now = Long.MAX_VALUE - 5;
    int written = 0;
    for (int i = 0; i < 1_000; i++) {
      written += budget.line("refused", now).isPresent() ? 1 : 0;
    }
    assertThat(written).isEqualTo(LineBudget.BURST);
    assertThat(budget.line("refused\n\u001b[31mroot", now + TimeUnit.SECONDS.toNanos(1)))
        .hasValue("refused [31mroot (990 such lines before this one were left out)");
    assertThat(budget.line("refused", now + TimeUnit.SECONDS.toNanos(1) + 1)).isEmpty();
  }
}
