package dev.terra.lab.fetch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a row, and whether all of them are within their limits. */
record ClassesResult(String row, List<Figure> figures, boolean holds) {
  /**
   * A figure.
   *
   * @param atMost its upper limit; null if it has none
   * @param atLeast its lower limit; null if it has none
   */
  record Figure(String name, double value, @Nullable Double atMost, @Nullable Double atLeast) {
    /** Makes a figure without limits, which is printed beside the others. */
    static Figure shown(String name, double value) {
      return new Figure(name, value, null, null);
    }

    static Figure atMost(double limit, String name, double value) {
      return new Figure(name, value, limit, null);
    }

    static Figure atLeast(double limit, String name, double value) {
      return new Figure(name, value, null, limit);
    }

    /** Returns whether the value is within its limits. A value that is not a number is not within any limit. */
    boolean holds() {
      return (atMost == null || value <= atMost) && (atLeast == null || value >= atLeast);
    }
  }

  static ClassesResult of(ClassesRow row, List<Figure> figures) {
    return new ClassesResult(row.label(), figures, figures.stream().allMatch(Figure::holds));
  }
}
