package dev.terra.resourcemanager;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What is known at one moment: the controller's last answer, and the cluster's racks then. Immutable; requests are changed by the last one.
 *
 * @param byApplication the share of the reducers at each rack, of applications with advice; shares need not add up to 1
 * @param answeredNanos when the controller gave it
 */
record AdviceWord(Map<String, Map<String, Double>> byApplication, Racks racks, long answeredNanos) {
  /** No answer was given. */
  static final AdviceWord NONE = new AdviceWord(Map.of(), Racks.NONE, 0);
  /** Several questions without an answer: the WAN and the outputs are others by then. */
  static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** The shares of an application; none where there is no advice, or where it is too old, however long the next answer takes. */
  Map<String, Double> shares(String application, long nowNanos) {
    return isFresh(nowNanos) ? byApplication.getOrDefault(application, Map.of()) : Map.of();
  }

  /** Whether the controller has answered lately. */
  boolean isFresh(long nowNanos) {
    return nowNanos - answeredNanos <= FRESH_NANOS;
  }
}
