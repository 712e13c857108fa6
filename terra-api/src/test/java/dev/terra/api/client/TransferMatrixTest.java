package dev.terra.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TransferMatrixTest {
  @Test
  void anotherBudgetIsAsHardAsTheFirst() {
    TransferMatrix matrix = TransferMatrix.builder().maxUsd(2).hardBudget().maxUsd(1).receiver(0, "B")
        .transfer(0, "A", 0, 10, new TransferMatrix.SeedSource(1), null).build();
    assertThat(matrix.terms().getMaxUsd()).isEqualTo(1);
    assertThat(matrix.terms().getHardBudget()).isTrue();
  }

  @Test
  void aGroupIsSaidWithTheTerms() {
    assertThat(TransferMatrix.builder().group("nightly").build().terms().getGroup()).isEqualTo("nightly");
    for (String wrong : List.of("", " ", "a\u0007", "x".repeat(201))) {
      assertThatThrownBy(() -> TransferMatrix.builder().group(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 200 characters");
    }
  }
}
