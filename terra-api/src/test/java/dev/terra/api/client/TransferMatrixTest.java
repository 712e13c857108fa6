package dev.terra.api.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransferMatrixTest {
  @Test
  void aMatrixSaysItsGroup() {
    assertThat(TransferMatrix.builder().group("job-17").build().terms().getGroup()).isEqualTo("job-17");
  }

  @Test
  void anotherBudgetIsAsHardAsTheFirst() {
    TransferMatrix matrix = TransferMatrix.builder().maxUsd(2).hardBudget().maxUsd(1).receiver(0, "B")
        .transfer(0, "A", 0, 10, new TransferMatrix.SeedSource(1), null).build();
    assertThat(matrix.terms().getMaxUsd()).isEqualTo(1);
    assertThat(matrix.terms().getHardBudget()).isTrue();
  }
}
