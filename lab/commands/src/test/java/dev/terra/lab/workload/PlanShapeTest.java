package dev.terra.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the sizes that shrink with the tables. */
class PlanShapeTest {
  @Test
  void plansAreThoseOfALargeScaleFactor() {
    assertThat(new PlanShape(100).broadcastBytes()).isEqualTo(10_000_000);
    assertThat(new PlanShape(1).broadcastBytes()).isEqualTo(100_000);
    assertThat(new PlanShape(1).partitionBytes()).isEqualTo(671_089);
  }

  @Test
  void theyKeepWithinUsefulSizes() {
    assertThat(new PlanShape(0.001).broadcastBytes()).isEqualTo(1_000);
    assertThat(new PlanShape(0.01).partitionBytes()).isEqualTo(65_536);
    assertThat(new PlanShape(1_000).broadcastBytes()).isEqualTo(10_000_000);
  }
}
