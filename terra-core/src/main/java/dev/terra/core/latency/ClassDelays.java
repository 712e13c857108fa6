package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.DoubleStream;

/**
 * Computes the worst delays of any number of classes on a link with weighted fair queues, by the model of Aequitas (SIGCOMM 2022), section
 * 4.1. {@link DelayBound} is its closed form for two classes. In each period, all classes send at constant rates until the load of the
 * period has arrived, and then nothing. A class that sends less than its guaranteed rate is served at once. The others share the rest by
 * their weights; when all bytes of one of them are served, its rate goes to the remaining ones. The longest wait of a class ends at such a
 * moment.
 *
 * <p>Example: weights 8:4:1, a load of 0.8 and bursts of 1.4. With shares of 0.4, 0.2 and 0.4 only the third class waits, for 0.41 of a
 * period; with 0.6, 0.3 and 0.1 all three wait.
 */
public final class ClassDelays {
  /** The rounding error that sums of shares may have, and below which a number counts as 0. */
  private static final double ROUNDING = 1e-9;

  private final double[] weights;
  private final double[] arrivals;
  private final double burstLength;
  /** The amount of each class that has been served so far, in parts of what the link carries in a period. */
  private final double[] served;

  private ClassDelays(double[] weights, double[] arrivals, double burstLength) {
    this.weights = weights;
    this.arrivals = arrivals;
    this.burstLength = burstLength;
    this.served = DoubleStream.of(ratesInBurst()).map(rate -> rate * burstLength).toArray();
  }

  /**
   * Returns the worst delay of each class, in parts of a period; 0 for a class that is served at once.
   *
   * @param weights the weights of the classes, above 0
   * @param shares the share of each class in all offered load, each at least 0, with a sum of 1
   * @param load the mean load in parts of the link, above 0 and at most 1
   * @param burst the load while a burst lasts, above 1
   */
  public static double[] worst(double[] weights, double[] shares, double load, double burst) {
    checkArgument(weights.length == shares.length, "expected a share for each of %s weights, got %s", weights.length, shares.length);
    checkArgument(DoubleStream.of(weights).allMatch(weight -> weight > 0), "weights: expected more than 0, got %s",
        Arrays.toString(weights));
    checkArgument(DoubleStream.of(shares).allMatch(share -> share >= 0) && Math.abs(DoubleStream.of(shares).sum() - 1) < ROUNDING,
        "shares: expected at least 0 and a sum of 1, got %s", Arrays.toString(shares));
    checkArgument(load > 0 && load <= 1, "load: expected above 0 to 1, got %s", load);
    checkArgument(burst > 1, "burst: expected more than 1, got %s", burst);
    return new ClassDelays(weights, DoubleStream.of(shares).map(share -> share * burst).toArray(), load / burst).worst();
  }

  private double[] worst() {
    double[] delays = new double[weights.length];
    double time = burstLength;
    for (int i = 0; i < weights.length; i++) {
      delays[i] = waited(i, time);
    }
    for (BitSet waiting = waiting(); !waiting.isEmpty(); waiting = waiting()) {
      double sum = waiting.stream().mapToDouble(i -> weights[i]).sum();
      double step = waiting.stream().mapToDouble(i -> left(i) * sum / weights[i]).min().orElseThrow();
      time += step;
      for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
        served[i] += step * weights[i] / sum;
        delays[i] = Math.max(delays[i], waited(i, time));
      }
    }
    return delays;
  }

  /**
   * Returns the rates while the burst lasts. A class that sends less than its part is served at once, and the others share the rest by
   * their weights.
   */
  private double[] ratesInBurst() {
    double[] rates = new double[weights.length];
    boolean[] atOnce = new boolean[weights.length];
    double left = 1;
    double waiting = DoubleStream.of(weights).sum();
    for (boolean changed = true; changed;) {
      changed = false;
      for (int i = 0; i < weights.length; i++) {
        if (!atOnce[i] && arrivals[i] * waiting <= left * weights[i]) {
          atOnce[i] = true;
          changed = true;
          rates[i] = arrivals[i];
          left -= arrivals[i];
          waiting -= weights[i];
        }
      }
    }
    for (int i = 0; i < weights.length; i++) {
      rates[i] = atOnce[i] ? rates[i] : left * weights[i] / waiting;
    }
    return rates;
  }

  private double left(int index) {
    return arrivals[index] * burstLength - served[index];
  }

  private BitSet waiting() {
    BitSet waiting = new BitSet();
    for (int i = 0; i < weights.length; i++) {
      waiting.set(i, left(i) > ROUNDING);
    }
    return waiting;
  }

  /** Returns how long the bytes that are served at a moment have waited. */
  private double waited(int index, double time) {
    double delay = arrivals[index] == 0 ? 0 : time - served[index] / arrivals[index];
    return delay > ROUNDING ? delay : 0;
  }
}
