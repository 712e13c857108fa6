package dev.terra.reproduce.aequitas;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The outcome of a run, by the number of its requests: each request's sender, the class that it was offered in, the
 * class in which it ran, and its network latency.
 */
public final class RunOutcome {
  private static final double MIDDLE_FROM = .1;
  private static final double MIDDLE_TO = .9;

  private final byte[] asked;
  private final byte[] ran;
  private final short[] senders;
  private final long[] latencies;
  private final int[] units;
  private final float[] shares;
  private final int classes;
  private final int hosts;
  private long lastNanos;
  private long halfNanos;
  private long lastOfferNanos;

  RunOutcome(int requests, int classes, int hosts) {
    this.asked = new byte[requests];
    this.ran = new byte[requests];
    this.senders = new short[requests];
    this.latencies = new long[requests];
    this.units = new int[requests];
    this.shares = new float[requests];
    this.classes = classes;
    this.hosts = hosts;
    Arrays.fill(shares, Float.NaN);
  }

  void offered(int request, int sender, int askedClass, int runClass, long nowNanos) {
    if (request == ran.length / 2) {
      halfNanos = nowNanos;
    }
    lastOfferNanos = nowNanos;
    senders[request] = (short) sender;
    asked[request] = (byte) askedClass;
    ran[request] = (byte) runClass;
  }

  void ended(int request, long latencyNanos, long packets, long nowNanos) {
    units[request] = Math.toIntExact(packets);
    latencies[request] = latencyNanos;
    lastNanos = nowNanos;
  }

  /** Notes the share of the most urgent class that its sender admits when it offers a request of that class. */
  void share(int request, double share) {
    shares[request] = (float) share;
  }

  /** Returns the number of classes. */
  public int classes() {
    return classes;
  }

  /** Returns the number of hosts. */
  public int hosts() {
    return hosts;
  }

  /** Returns when the last request ended, in seconds from the first. */
  public double seconds() {
    return lastNanos / 1e9;
  }

  /**
   * Returns a percentile of the latencies of the requests that ran in a class, of the middle four fifths by their
   * beginning, as in the authors' evaluation.
   *
   * @param percentile 0 to 100
   * @return in microseconds; NaN if no request ran in it
   */
  public double latencyMicros(int runClass, double percentile) {
    return percentile(runClass, percentile, request -> latencies[request]);
  }

  /**
   * Returns a percentile as {@link #latencyMicros} does, of latencies that are divided by the number of the request's
   * packets.
   */
  public double latencyMicrosPerPacket(int runClass, double percentile) {
    return percentile(runClass, percentile, request -> latencies[request] / (double) units[request]);
  }

  private double percentile(int runClass, double percentile, IntToDoubleFunction value) {
    double[] all = IntStream.range(0, ran.length).filter(i -> ran[i] == runClass).mapToDouble(value).toArray();
    double[] middle = Arrays.copyOfRange(all, (int) (all.length * MIDDLE_FROM), (int) (all.length * MIDDLE_TO));
    if (middle.length == 0) {
      return Double.NaN;
    }
    Arrays.sort(middle);
    return middle[(int) Math.min(middle.length * percentile / 100, middle.length - 1)] / 1e3;
  }

  /** Returns the part of the requests of the second half that ran in a class and took less than a time. */
  public double within(int runClass, double micros) {
    int half = ran.length / 2;
    long own = IntStream.range(half, ran.length).filter(i -> ran[i] == runClass).count();
    return IntStream.range(half, ran.length).filter(i -> ran[i] == runClass && latencies[i] < micros * 1e3).count() / (double) own;
  }

  /** Returns how many requests a second ran in a class in the second half, over all hosts. */
  public double perSecond(int runClass) {
    int half = ran.length / 2;
    return IntStream.range(half, ran.length).filter(i -> ran[i] == runClass).count() * 1e9 / Math.max(1, lastOfferNanos - halfNanos);
  }

  /** Returns the longest latency of all requests that ran in a class, in microseconds; 0 if none did. */
  public double longestMicros(int runClass) {
    return IntStream.range(0, ran.length).filter(i -> ran[i] == runClass).mapToLong(i -> latencies[i]).max().orElse(0) / 1e3;
  }

  /** Returns the part of the requests of the second half that ran in a class. */
  public double part(int runClass) {
    int half = ran.length / 2;
    return IntStream.range(half, ran.length).filter(i -> ran[i] == runClass).count() / (double) (ran.length - half);
  }

  /** Returns the part of a sender's requests of the second half that ran in a class. */
  public double part(int sender, int runClass) {
    int half = ran.length / 2;
    long own = IntStream.range(half, ran.length).filter(i -> senders[i] == sender).count();
    return IntStream.range(half, ran.length).filter(i -> senders[i] == sender && ran[i] == runClass).count() / (double) own;
  }

  /**
   * Returns the mean share of the most urgent class that a sender admits, over its requests of the second half; NaN
   * without admission.
   */
  public double admittedShare(int sender) {
    return IntStream.range(ran.length / 2, ran.length).filter(i -> senders[i] == sender && !Float.isNaN(shares[i]))
        .mapToDouble(i -> shares[i]).average().orElse(Double.NaN);
  }

  /** Returns the part of all requests that was offered in a class. */
  public double offered(int askedClass) {
    return IntStream.range(0, asked.length).filter(i -> asked[i] == askedClass).count() / (double) asked.length;
  }

  /** Returns the part of a class's requests that was not admitted. */
  public double downgraded(int askedClass) {
    long own = IntStream.range(0, ran.length).filter(i -> asked[i] == askedClass).count();
    return IntStream.range(0, ran.length).filter(i -> asked[i] == askedClass && ran[i] != askedClass).count() / (double) own;
  }
}
