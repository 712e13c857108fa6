package dev.terra.core.units;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Rounds shares to whole numbers by largest remainders (Hamilton's method): 10 in shares 1, 1, 1 is 4, 3, 3. */
public final class WholeShares {
  private WholeShares() {}

  /**
   * Returns whole numbers in proportion to shares. Each is its exact part of the total, rounded down or up, unless its bound is lower.
   * Where remainders are equal, the first share is rounded up.
   *
   * @param shares finite and at least 0, some above 0 unless the total is 0
   * @param total the sum of the numbers, at least 0
   * @param most the bound of each number, at least 0; their sum is at least the total
   */
  public static int[] of(double[] shares, int total, int[] most) {
    double sum = Arrays.stream(shares).sum();
    if (total < 0 || (total > 0 && !(sum > 0 && sum < Double.POSITIVE_INFINITY))) {
      throw new IllegalArgumentException("cannot divide " + total + " by shares " + Arrays.toString(shares));
    }
    if (Arrays.stream(most).asLongStream().sum() < total) {
      throw new IllegalArgumentException(total + " is more than all of " + Arrays.toString(most));
    }
    double[] exact = Arrays.stream(shares).map(share -> total == 0 ? 0 : share / sum * total).toArray();
    int[] counts = new int[shares.length];
    Arrays.setAll(counts, i -> (int) Math.min(most[i], Math.floor(exact[i])));
    int missing = total - Arrays.stream(counts).sum();
    while (missing > 0) {
      int[] order = IntStream.range(0, counts.length).filter(i -> counts[i] < most[i]).boxed()
          .sorted(Comparator.comparingDouble(i -> counts[i] - exact[i])).limit(missing).mapToInt(Integer::intValue).toArray();
      for (int i : order) {
        counts[i]++;
      }
      missing -= order.length;
    }
    return counts;
  }

  /** Returns whole numbers in proportion to shares, without bounds other than the total. The number of a share of 0 is 0. */
  public static int[] of(double[] shares, int total) {
    int[] most = new int[shares.length];
    Arrays.setAll(most, i -> shares[i] > 0 ? total : 0);
    return of(shares, total, most);
  }
}
