package dev.terra.core.capacity;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The mean rate of the last {@code seconds} of an unbroken time in which more bytes waited than the network took. Owned by one
 * {@link LinkCapacity}.
 */
final class LimitedWindow {
  private final double seconds;
  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(double seconds, double bytes) {}

  /**
   * An empty window.
   *
   * @param seconds its length, above 0; it holds so much at most, and a part of one sample more
   */
  LimitedWindow(double seconds) {
    this.seconds = seconds;
  }

  /** Adds a sample that begins where the last one ended; what is older than the window goes. */
  void add(double sampleSeconds, double bytesPerSecond) {
    samples.addLast(new Sample(sampleSeconds, bytesPerSecond * sampleSeconds));
    while (held() - samples.getFirst().seconds >= seconds) {
      samples.removeFirst();
    }
  }

  void clear() {
    samples.clear();
  }

  /** Whether the network has been the limit for the whole window. */
  boolean isFull() {
    return held() >= seconds;
  }

  /**
   * What was missing to a rate, as the time in which it would have carried as much: a shortage of four fifths loses 0.8 s in each second.
   *
   * @param bytesPerSecond above 0
   */
  double lostSeconds(double bytesPerSecond) {
    return held() * (1 - mean() / bytesPerSecond);
  }

  private double held() {
    return samples.stream().mapToDouble(Sample::seconds).sum();
  }

  /** Bytes/s; 0 if the window is empty. */
  double mean() {
    return samples.isEmpty() ? 0 : samples.stream().mapToDouble(Sample::bytes).sum() / held();
  }
}
