package dev.terra.core.capacity;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Computes the mean rate over the last {@code seconds} of an uninterrupted time in which more bytes waited than the network took. One
 * {@link LinkCapacity} owns an instance.
 */
final class LimitedWindow {
  private final double seconds;
  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(double seconds, double bytes) {}

  /**
   * Creates an empty window.
   *
   * @param seconds the length of the window, above 0; the window holds at most this time and a part of one further sample
   */
  LimitedWindow(double seconds) {
    this.seconds = seconds;
  }

  /** Adds a sample that begins where the last one ended; samples older than the window are removed. */
  void add(double sampleSeconds, double bytesPerSecond) {
    samples.addLast(new Sample(sampleSeconds, bytesPerSecond * sampleSeconds));
    while (held() - samples.getFirst().seconds >= seconds) {
      samples.removeFirst();
    }
  }

  void clear() {
    samples.clear();
  }

  /** Returns whether the network has been the limit for the whole window. */
  boolean isFull() {
    return held() >= seconds;
  }

  /**
   * Returns the bytes that are missing compared with a rate, as the time in which the rate would have carried them. A shortage of four
   * fifths loses 0.8 s in each second.
   *
   * @param bytesPerSecond the rate, above 0
   */
  double lostSeconds(double bytesPerSecond) {
    return held() * (1 - mean() / bytesPerSecond);
  }

  private double held() {
    return samples.stream().mapToDouble(Sample::seconds).sum();
  }

  /** Returns the mean rate in bytes/s; 0 if the window is empty. */
  double mean() {
    return samples.isEmpty() ? 0 : samples.stream().mapToDouble(Sample::bytes).sum() / held();
  }
}
