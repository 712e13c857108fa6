package dev.terra.resourcemanager;

import java.util.Map;

/**
 * What is known at one moment: the controller's last answer, and the cluster's racks then. Immutable; requests are changed by the last one.
 *
 * @param byApplication the share of the reducers at each rack, of applications with advice; shares need not add up to 1
 */
record AdviceWord(Map<String, Map<String, Double>> byApplication, Racks racks) {
  static final AdviceWord NONE = new AdviceWord(Map.of(), Racks.NONE);

  /** The shares of an application; none where there is no advice. */
  Map<String, Double> shares(String application) {
    return byApplication.getOrDefault(application, Map.of());
  }
}
