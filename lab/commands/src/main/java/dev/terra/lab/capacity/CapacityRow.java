package dev.terra.lab.capacity;

import dev.terra.testbed.Labelled;
import java.util.List;

/** What is not as the topology file says. */
public enum CapacityRow implements Labelled {
  /** Others take half of a link's capacity in one direction, then no more. */
  BACKGROUND,
  /** A link silently goes to a fifth of its rate, then back. */
  SLOW,
  /** The file says three times what links carry. */
  TOO_HIGH,
  /** The file says a third of it. */
  TOO_LOW,
  /** The file says nothing. */
  LEFT_OUT,
  /** The links that leave a site carry less together than each alone, and the file has no cap. */
  CAP_LEFT_OUT;

  /** The rows of these names, which are known. */
  public static List<CapacityRow> named(List<String> labels) {
    return labels.stream().map(label -> Labelled.find(values(), label).orElseThrow()).toList();
  }
}
