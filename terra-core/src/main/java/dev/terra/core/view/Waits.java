package dev.terra.core.view;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * An immutable histogram of waits. All histograms have the same bounds, so that they can be added.
 *
 * @param counts the number of waits for each bound: waits that were at most as long as this bound and longer than the one before; the
 *     last count has no bound
 * @param sumSeconds the sum of all waits
 */
public record Waits(ImmutableList<Long> counts, double sumSeconds) {
  /** The bounds of the histogram, ascending. They range from a round trip within a city to the time after which readers give up. */
  public static final ImmutableList<Double> BOUNDS_SECONDS =
      ImmutableList.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 180.0);
  /** The histogram without waits. */
  public static final Waits NONE = new Waits(ImmutableList.copyOf(Collections.nCopies(BOUNDS_SECONDS.size() + 1, 0L)), 0);

  /**
   * Creates a histogram.
   *
   * @throws IllegalArgumentException if the number of counts is wrong, or a number is negative
   */
  public Waits {
    if (counts.size() != BOUNDS_SECONDS.size() + 1 || counts.stream().anyMatch(count -> count < 0) || !(sumSeconds >= 0)) {
      throw new IllegalArgumentException("expected " + (BOUNDS_SECONDS.size() + 1) + " counts and a sum from 0 on, got " + counts + ", "
          + sumSeconds);
    }
  }

  /** Returns this histogram with one more wait. */
  public Waits plus(double seconds) {
    int place = place(seconds);
    return new Waits(counts(at -> counts.get(at) + (at == place ? 1 : 0)), sumSeconds + Math.max(0, seconds));
  }

  /** Returns the sum of this histogram and another one. */
  public Waits plus(Waits other) {
    return new Waits(counts(at -> counts.get(at) + other.counts.get(at)), sumSeconds + other.sumSeconds);
  }

  private static int place(double seconds) {
    int place = 0;
    while (place < BOUNDS_SECONDS.size() && seconds > BOUNDS_SECONDS.get(place)) {
      place++;
    }
    return place;
  }

  private static ImmutableList<Long> counts(IntToLongFunction count) {
    return IntStream.rangeClosed(0, BOUNDS_SECONDS.size()).mapToObj(count::applyAsLong).collect(ImmutableList.toImmutableList());
  }

  /** Returns the number of waits. */
  public long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Returns a quantile as Prometheus computes it: waits are taken as evenly spread between two bounds, and the result is at most the last
   * bound.
   *
   * @param share the share of the waits that are below the quantile, such as 0.99
   * @return the quantile; empty if there was no wait
   */
  public OptionalDouble quantileSeconds(double share) {
    long all = count();
    double wanted = share * all;
    long below = 0;
    for (int at = 0; at < BOUNDS_SECONDS.size(); at++) {
      long here = counts.get(at);
      if (here > 0 && below + here >= wanted) {
        double from = at == 0 ? 0 : BOUNDS_SECONDS.get(at - 1);
        return OptionalDouble.of(from + (BOUNDS_SECONDS.get(at) - from) * Math.max(0, wanted - below) / here);
      }
      below += here;
    }
    return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(BOUNDS_SECONDS.get(BOUNDS_SECONDS.size() - 1));
  }

  /** Returns the histogram with the counts of a message. */
  public static Waits of(List<Long> counts, double sumSeconds) {
    return new Waits(ImmutableList.copyOf(counts), sumSeconds);
  }
}
