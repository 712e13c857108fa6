package dev.terra.lab.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Measured times. */
final class Samples {
  private final List<Double> millis = new ArrayList<>();

  void addNanos(long nanos) {
    millis.add(nanos / 1e6);
  }

  int size() {
    return millis.size();
  }

  /** Returns the value below which the given share of the samples is; NaN without samples. */
  double percentile(double share) {
    if (millis.isEmpty()) {
      return Double.NaN;
    }
    List<Double> sorted = new ArrayList<>(millis);
    Collections.sort(sorted);
    return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
  }

  void put(ObjectNode node, String name) {
    ObjectNode values = node.putObject(name);
    if (!millis.isEmpty()) {
      values.put("p50", percentile(0.50));
      values.put("p95", percentile(0.95));
    }
    values.put("samples", millis.size());
  }
}
