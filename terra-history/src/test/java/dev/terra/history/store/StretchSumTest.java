package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StretchSumTest {
  private static final List<String> NAMES = List.of("A:B", "B:C");

  private final StretchSum sum = new StretchSum(NAMES, 10_000);

  private static byte[] figures(float first, float second) {
    return new LinkUse(0, 1_000, new float[] {first, second}, new float[] {100, 200}, new float[2], new float[2]).encode();
  }

  @Test
  void rowsOfOneStretchAreTheirMean() {
    sum.add("A:B\nB:C", 1_000, 1_000, figures(10, 20));
    sum.add("A:B\nB:C", 2_000, 3_000, figures(50, 60));
    sum.add("A:B\nB:C", 12_000, 1_000, figures(7, 8));

    assertThat(sum.stretches()).hasSize(2);
    LinkUse first = sum.stretches().get(0);
    assertThat(first.spanMillis()).isEqualTo(4_000);
    assertThat(first.allocated()[0]).isCloseTo(40f, within(1e-4f));
    assertThat(first.allocated()[1]).isCloseTo(50f, within(1e-4f));
    assertThat(sum.stretches().get(1).allocated()).containsExactly(7, 8);
  }

  @Test
  void linksAreFoundByTheirNamesInAnyOrder() {
    sum.add("B:C\nA:B", 1_000, 1_000, figures(10, 20));

    assertThat(sum.stretches().get(0).allocated()).containsExactly(20, 10);
    assertThat(sum.stretches().get(0).capacity()).containsExactly(200, 100);
  }

  @Test
  void aLinkThatARowDoesNotNameIsUnknownThere() {
    sum.add("C:D\nA:B", 1_000, 1_000, figures(10, 20));

    assertThat(sum.stretches().get(0).allocated()).containsExactly(20, 0);
    assertThat(sum.stretches().get(0).unknown()).containsExactly(0, 1);
  }

  @Test
  void namesOfOlderFilesAreUnderstood() {
    sum.add("A->B\nB->C", 1_000, 1_000, figures(10, 20));

    assertThat(sum.stretches().get(0).allocated()).containsExactly(10, 20);
  }

  @Test
  void aRowThatCannotBeReadIsLeftOut() {
    sum.add("A:B\nB:C", 1_000, 1_000, new byte[] {1, 2, 3});
    sum.add("A:B", 2_000, 1_000, figures(1, 2));
    sum.add("A:B\nB:C", 3_000, 0, figures(1, 2));
    sum.add("A:B\nB:C", 4_000, 1_000, figures(5, 6));

    assertThat(sum.stretches()).singleElement().satisfies(use -> assertThat(use.atMillis()).isEqualTo(4_000));
  }
}
