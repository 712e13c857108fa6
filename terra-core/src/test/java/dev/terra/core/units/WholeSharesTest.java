package dev.terra.core.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class WholeSharesTest {
  @Example
  void largestRemaindersAreRoundedUp() {
    assertThat(WholeShares.of(new double[] {1, 1, 1}, 10)).containsExactly(4, 3, 3);
    assertThat(WholeShares.of(new double[] {0.6, 0.3, 0.1}, 7)).containsExactly(4, 2, 1);
    assertThat(WholeShares.of(new double[] {5, 0, 5}, 1)).containsExactly(1, 0, 0);
    assertThat(WholeShares.of(new double[] {0, 0}, 0)).containsExactly(0, 0);
  }

  @Example
  void whatABoundLeavesGoesToTheOthers() {
    assertThat(WholeShares.of(new double[] {8, 1, 1}, 10, new int[] {2, 4, 9})).containsExactly(2, 4, 4);
    assertThat(WholeShares.of(new double[] {1, 0}, 3, new int[] {1, 2})).containsExactly(1, 2);
  }

  @Example
  void whatCannotBeDividedIsRefused() {
    assertThatThrownBy(() -> WholeShares.of(new double[] {0, 0}, 1)).hasMessageContaining("cannot divide 1");
    assertThatThrownBy(() -> WholeShares.of(new double[] {1, Double.NaN}, 1)).hasMessageContaining("cannot divide 1");
    assertThatThrownBy(() -> WholeShares.of(new double[] {1, 1}, 5, new int[] {2, 2})).hasMessageContaining("5 is more than all of [2, 2]");
  }

  @Property
  void eachIsWithinOneOfTheExactPartAndTheyAddUp(
      @ForAll @Size(min = 1, max = 12) List<@DoubleRange(min = 0, max = 1e6) Double> values, @ForAll @IntRange(max = 100_000) int total) {
    double[] shares = values.stream().mapToDouble(Double::doubleValue).toArray();
    shares[0] += 1;
    double sum = Arrays.stream(shares).sum();

    int[] counts = WholeShares.of(shares, total);

    assertThat(Arrays.stream(counts).sum()).isEqualTo(total);
    assertThat(IntStream.range(0, counts.length)).allMatch(i -> Math.abs(counts[i] - shares[i] / sum * total) < 1 + 1e-6);
    assertThat(IntStream.range(0, counts.length).filter(i -> shares[i] == 0)).allMatch(i -> counts[i] == 0);
  }
}
