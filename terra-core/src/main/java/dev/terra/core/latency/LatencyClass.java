package dev.terra.core.latency;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The classes of traffic that crosses the WAN, the most urgent first. A network that keeps classes serves each from a queue of its own and
 * shares a link among the queues that wait by their weights.
 */
public enum LatencyClass {
  /** What a person or a job's master waits for: Terra's own control, and requests of queues and users that the operator names. */
  INTERACTIVE(8),
  /** What bypasses the plan, and everything else of the cluster. */
  NORMAL(4),
  /** What the plan carries, and requests that a class above did not admit. It has no promise. */
  BULK(1);

  private final int weight;

  LatencyClass(int weight) {
    this.weight = weight;
  }

  /** Its usual share of a link on which all classes wait is its weight divided by the sum of all weights. */
  public int weight() {
    return weight;
  }

  /** Whether a class can have a target: all but the lowest, which takes what the others do not admit. */
  public boolean canPromise() {
    return this != BULK;
  }

  /** Its name in configurations and answers, such as {@code interactive}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The class of a name, if there is one. */
  public static Optional<LatencyClass> of(String word) {
    return Stream.of(values()).filter(one -> one.word().equals(word)).findFirst();
  }
}
