package dev.terra.history.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Groups stretches of time that belong to the same longer stretch. */
final class Stretches {
  private Stretches() {}

  /**
   * Groups rows that are in the order of their times.
   *
   * @param kind a number that the rows of a group have in common besides their time
   * @param spanMillis the length of the longer stretches, which begin at multiples of it
   */
  static <T> List<List<T>> group(List<T> rows, ToLongFunction<T> atMillis, ToLongFunction<T> kind, long spanMillis) {
    List<List<T>> groups = new ArrayList<>();
    for (T row : rows) {
      T first = groups.isEmpty() ? row : groups.get(groups.size() - 1).get(0);
      boolean same = kind.applyAsLong(first) == kind.applyAsLong(row)
          && Math.floorDiv(atMillis.applyAsLong(first), spanMillis) == Math.floorDiv(atMillis.applyAsLong(row), spanMillis);
      if (groups.isEmpty() || !same) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(row);
    }
    return groups;
  }
}
