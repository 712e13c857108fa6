package dev.terra.core.latency;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The classes of traffic that crosses the WAN, the most urgent first. A network that keeps classes serves each from a queue of its own and
 * shares a link among the queues that wait by their weights.
 */
public enum LatencyClass {
  /**
   * Traffic for which a person or a job's master waits: Terra's own control messages, and requests of queues and users that the operator
   * names.
   */
  INTERACTIVE(8),
  /** Traffic that bypasses the plan, and all other traffic of the cluster. */
  NORMAL(4),
  /** Traffic that the plan carries, and requests that a higher class did not admit. It has no promise. */
  BULK(1);

  private final int weight;

  LatencyClass(int weight) {
    this.weight = weight;
  }

  /**
   * Returns the usual weight of the class. On a link on which all classes wait, its share is this weight divided by the sum of all weights.
   */
  public int weight() {
    return weight;
  }

  /**
   * Returns whether the class can have a target. All classes can except the lowest, which takes the requests that the others do not admit.
   */
  public boolean canPromise() {
    return this != BULK;
  }

  /** Returns the name of the class in configurations and answers, such as {@code interactive}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the class with a name, if there is one. */
  public static Optional<LatencyClass> of(String word) {
    return Stream.of(values()).filter(one -> one.word().equals(word)).findFirst();
  }
}
