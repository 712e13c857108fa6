package dev.terra.history.rest;

import dev.terra.core.cost.CostSum;
import dev.terra.history.store.StoredCost;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums of costs by a chosen criterion. */
final class CostSums {
  private final String by;
  private final Map<String, CostSum> sums = new HashMap<>();

  /** Creates empty sums by {@code queue}, {@code job}, {@code shuffle}, {@code path}, {@code link} or {@code day}. */
  CostSums(String by) {
    this.by = by;
  }

  void add(StoredCost row) {
    if (by.equals("link")) {
      for (int link = 0; link < row.cost().links().size(); link++) {
        sums.merge(row.cost().path().links().get(link).toString(), row.cost().sum(link), CostSum::plus);
      }
    } else {
      sums.merge(name(row), row.cost().sum(), CostSum::plus);
    }
  }

  private String name(StoredCost row) {
    return switch (by) {
      case "queue" -> row.queue().orElse("");
      case "job" -> row.job();
      case "shuffle" -> row.shuffle();
      case "path" -> row.cost().path().toString();
      default -> day(row.endMillis());
    };
  }

  /** Returns the day of a time, such as 2026-07-01. */
  static String day(long millis) {
    return Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate().toString();
  }

  /** Returns the sums, the highest cost first; days in their order. */
  List<CostRow> rows() {
    Comparator<CostRow> dearest = Comparator.comparingDouble(CostRow::usd).thenComparingLong(CostRow::bytes).reversed();
    return sums.entrySet().stream().map(sum -> CostRow.of(sum.getKey(), sum.getValue()))
        .sorted((by.equals("day") ? Comparator.comparing(CostRow::name) : dearest).thenComparing(CostRow::name)).toList();
  }
}
