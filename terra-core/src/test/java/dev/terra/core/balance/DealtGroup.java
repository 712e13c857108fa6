package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.balance.DealtWork.Member;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A group of simulated members that serve the work that they are given. Work reaches a member a step later, and members report at each
 * step.
 */
final class DealtGroup {
  static final double STEP_SECONDS = 0.2;

  final double[] rates;
  private final long[] given;
  private final double[] done;
  private final double[] told;
  private final double[] endedSeconds;
  private final Deque<double[]> onTheWay = new ArrayDeque<>();
  double slowsAtSeconds = Double.MAX_VALUE;
  int lateSteps;
  /** The largest relative difference of the rate of a step from the mean rate. */
  double noise;
  Random random = new Random(1);
  /** The time at which each member joins, in seconds. */
  double[] joinsSeconds;
  /** True for members that report nothing at present. */
  IntPredicate silent = member -> false;
  private double seconds;

  DealtGroup(double... rates) {
    this.rates = rates;
    this.given = new long[rates.length];
    this.done = new double[rates.length];
    this.told = new double[rates.length];
    this.endedSeconds = new double[rates.length];
    this.joinsSeconds = new double[rates.length];
  }

  /** Returns the bytes of pieces that the given number of maps make for 64 partitions, by Zipf's law with exponent 1.2: 4 GB together. */
  static long[] zipf(int maps) {
    double sum = IntStream.rangeClosed(1, 64).mapToDouble(rank -> Math.pow(rank, -1.2)).sum();
    return IntStream.range(0, maps * 64).mapToLong(number -> (long) (4_000e6 / maps * Math.pow(number % 64 + 1.0, -1.2) / sum)).toArray();
  }

  private List<Member> members() {
    IntStream.range(0, rates.length).filter(i -> silent.negate().test(i)).forEach(i -> told[i] = done[i]);
    onTheWay.add(told.clone());
    double[] heard = onTheWay.size() > lateSteps ? onTheWay.remove() : new double[rates.length];
    return IntStream.range(0, rates.length).filter(i -> seconds >= joinsSeconds[i])
        .mapToObj(i -> new Member(i, given[i] - (long) heard[i], (long) heard[i])).toList();
  }

  private void step(long[] givenBefore) {
    rates[1] = seconds >= slowsAtSeconds ? 10e6 : rates[1];
    for (int i = 0; i < rates.length; i++) {
      double rate = rates[i] * (1 + noise * (2 * random.nextDouble() - 1));
      double served = Math.min(givenBefore[i] - done[i], rate * STEP_SECONDS);
      done[i] += served;
      endedSeconds[i] = served > 0 ? seconds + served / rate : endedSeconds[i];
    }
    seconds += STEP_SECONDS;
  }

  /**
   * Serves pieces, the largest first. The hash of a piece is its number.
   *
   * @return what has been learned when the last piece has been served
   */
  DealtWork.Learned run(DealtWork work, long[] pieces) {
    Deque<Integer> waiting = new ArrayDeque<>(IntStream.range(0, pieces.length).boxed()
        .sorted(Comparator.comparingLong((Integer piece) -> pieces[piece]).reversed()).toList());
    long all = LongStream.of(pieces).sum();
    long waitingBytes = all;
    while (LongStream.of(given).sum() < all || Arrays.stream(done).sum() < all - 1) {
      long[] before = given.clone();
      work.look(members(), waitingBytes, Math.round(seconds * 1e9));
      while (!waiting.isEmpty()) {
        int piece = waiting.peek();
        OptionalInt to = work.next(pieces[piece], waitingBytes, piece % rates.length, random.nextLong());
        if (to.isEmpty()) {
          break;
        }
        given[to.getAsInt()] += pieces[piece];
        waitingBytes -= pieces[piece];
        waiting.remove();
      }
      step(before);
      assertThat(seconds).isLessThan(1_000);
    }
    work.look(members(), waitingBytes, Math.round(seconds * 1e9));
    return work.learned();
  }

  double seconds() {
    return seconds;
  }

  double[] ended() {
    return endedSeconds.clone();
  }

  long[] given() {
    return given.clone();
  }

  double lastSeconds() {
    return Arrays.stream(endedSeconds).max().orElseThrow();
  }

  double lastOverMean() {
    return lastSeconds() / DoubleStream.of(endedSeconds).average().orElseThrow();
  }
}
