package dev.terra.workloads.query;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compares the results of two runs of a query. Rows are compared in sorted order, since many queries leave the order of equal keys open.
 * Values are equal if their texts are equal, or if both are numbers that differ by less than {@link #TOLERANCE} of the larger one: queries
 * also leave open in which order doubles are added up.
 */
public final class RowComparison {
  /** The largest relative difference of equal numbers: doubles have some 16 digits, and sums of millions of them lose a few. */
  public static final double TOLERANCE = 1e-9;
  private static final Pattern SEPARATOR = Pattern.compile("\\|");

  private RowComparison() {}

  /** Returns the first difference, for people; empty if there is none. Values of a row are separated by bars. */
  public static Optional<String> difference(List<String> rows, List<String> others) {
    if (rows.size() != others.size()) {
      return Optional.of(rows.size() + " rows, and " + others.size());
    }
    List<String> sorted = rows.stream().sorted().toList();
    List<String> otherSorted = others.stream().sorted().toList();
    for (int i = 0; i < sorted.size(); i++) {
      if (!same(sorted.get(i), otherSorted.get(i))) {
        return Optional.of("'" + sorted.get(i) + "', and '" + otherSorted.get(i) + "'");
      }
    }
    return Optional.empty();
  }

  private static boolean same(String row, String other) {
    if (row.equals(other)) {
      return true;
    }
    String[] values = SEPARATOR.split(row, -1);
    String[] otherValues = SEPARATOR.split(other, -1);
    boolean same = values.length == otherValues.length;
    for (int i = 0; same && i < values.length; i++) {
      same = values[i].equals(otherValues[i]) || near(values[i], otherValues[i]);
    }
    return same;
  }

  private static boolean near(String value, String other) {
    try {
      double number = Double.parseDouble(value);
      double otherNumber = Double.parseDouble(other);
      return Math.abs(number - otherNumber) <= TOLERANCE * Math.max(Math.abs(number), Math.abs(otherNumber));
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
