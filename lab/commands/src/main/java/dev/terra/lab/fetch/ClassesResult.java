package dev.terra.lab.fetch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a row came to. */
record ClassesResult(String row, List<Figure> figures, boolean holds) {
  /**
   * A figure.
   *
   * @param atMost its limit from above; null: it has none
   * @param atLeast its limit from below; null: it has none
   */
  record Figure(String name, double value, @Nullable Double atMost, @Nullable Double atLeast) {
    /** It is printed beside the others. */
    static Figure shown(String name, double value) {
      return new Figure(name, value, null, null);
    }

    static Figure atMost(double limit, String name, double value) {
      return new Figure(name, value, limit, null);
    }

    static Figure atLeast(double limit, String name, double value) {
      return new Figure(name, value, null, limit);
    }

    /** What is not a number keeps no limit. */
    boolean holds() {
      return (atMost == null || value <= atMost) && (atLeast == null || value >= atLeast);
    }
  }

  static ClassesResult of(ClassesRow row, List<Figure> figures) {
    return new ClassesResult(row.label(), figures, figures.stream().allMatch(Figure::holds));
  }
}
