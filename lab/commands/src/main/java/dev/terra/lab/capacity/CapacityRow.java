package dev.terra.lab.capacity;

import dev.terra.testbed.Labelled;
import java.util.List;

/** The difference between the topology file and the real WAN in one row of the measurement. */
public enum CapacityRow implements Labelled {
  /** Other traffic takes half of a link's capacity in one direction, and then stops. */
  BACKGROUND,
  /** A link silently drops to a fifth of its rate, and then returns to its full rate. */
  SLOW,
  /** The file has three times the real capacities. */
  TOO_HIGH,
  /** The file has a third of the real capacities. */
  TOO_LOW,
  /** The file has no capacities. */
  LEFT_OUT,
  /** The links that leave a site carry less together than the sum of their capacities, and the file has no cap. */
  CAP_LEFT_OUT;

  /** Returns the rows of these names, which must be valid. */
  public static List<CapacityRow> named(List<String> labels) {
    return labels.stream().map(label -> Labelled.find(values(), label).orElseThrow()).toList();
  }
}
