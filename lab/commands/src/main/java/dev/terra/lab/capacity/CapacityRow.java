package dev.terra.lab.capacity;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is not as the topology file says. */
public enum CapacityRow {
  /** Others take half of a link's capacity in one direction, then no more. */
  BACKGROUND,
  /** A link silently goes to a fifth of its rate, then back. */
  SLOW,
  /** The file says three times what links carry. */
  TOO_HIGH,
  /** The file says a third of it. */
  TOO_LOW,
  /** The file says nothing. */
  LEFT_OUT;

  /** Its name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The rows of these names.
   *
   * @throws IllegalArgumentException if there is none of a name
   */
  public static List<CapacityRow> named(List<String> labels) {
    return labels.stream().map(label -> Arrays.stream(values()).filter(row -> row.label().equals(label)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("no row " + label + "; there are "
            + Arrays.stream(values()).map(CapacityRow::label).collect(Collectors.joining(", "))))).toList();
  }
}
