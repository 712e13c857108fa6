package dev.terra.resourcemanager;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The advice at one moment: the controller's last answer, and the cluster's racks at that time. It is immutable. Requests are changed
 * by the last one.
 *
 * @param byApplication the share of the reducers at each rack, for the applications with advice; shares need not add up to 1
 * @param answeredNanos when the controller answered
 */
record AdviceWord(Map<String, Map<String, Double>> byApplication, Racks racks, long answeredNanos) {
  /** The advice before any answer. */
  static final AdviceWord NONE = new AdviceWord(Map.of(), Racks.NONE, 0);
  /** How long an answer counts. After this time, several polls have had no answer, and the WAN and the outputs have changed. */
  static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(15);

  /**
   * Returns the shares of an application. The map is empty if there is no advice, or if the answer is too old, however long the next
   * answer takes.
   */
  Map<String, Double> shares(String application, long nowNanos) {
    return isFresh(nowNanos) ? byApplication.getOrDefault(application, Map.of()) : Map.of();
  }

  /** Returns whether the controller's answer still counts. */
  boolean isFresh(long nowNanos) {
    return nowNanos - answeredNanos <= FRESH_NANOS;
  }
}
