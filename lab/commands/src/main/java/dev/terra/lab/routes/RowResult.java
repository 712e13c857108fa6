package dev.terra.lab.routes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a row of {@code ./terra verify network}.
 *
 * @param row its name
 * @param holds whether everything is as promised
 * @param figures what was measured, by name
 * @param problems what is not as promised
 */
public record RowResult(String row, boolean holds, Map<String, Object> figures, List<String> problems) {
  /** Collects the figures and problems of a row. */
  static final class Findings {
    private final String row;
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    Findings(String row) {
      this.row = row;
    }

    Findings figure(String name, Object value) {
      figures.put(name, value);
      return this;
    }

    Findings expect(boolean holds, String problem) {
      if (!holds) {
        problems.add(problem);
      }
      return this;
    }

    RowResult result() {
      return new RowResult(row, problems.isEmpty(), Map.copyOf(figures), List.copyOf(problems));
    }
  }
}
