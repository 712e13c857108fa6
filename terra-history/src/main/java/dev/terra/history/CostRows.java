package dev.terra.history;

import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.cost.CostBook;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import dev.terra.history.store.StoredCost;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes rows of what shuffles have sent, with its costs, and of what agents have worked. Days and months are in UTC. */
public final class CostRows {
  private CostRows() {}

  /** Returns what a shuffle has cost so far, by path, booked at a time. */
  public static List<StoredCost> of(ShuffleFigures shuffle, CostBook book, long atMillis) {
    return rows(shuffle, sent(shuffle), book, atMillis);
  }

  /**
   * Returns the costs, by path, of the shuffles that are over in a view and not in an earlier one, booked at a time. For shuffles
   * that are over in both views, it returns the costs of what their agents have reported in between.
   */
  public static List<StoredCost> ended(ControllerView before, ControllerView now, CostBook book, long atMillis) {
    List<StoredCost> rows = new ArrayList<>();
    before.to(now).ended().put().values().forEach(shuffle -> {
      Map<Path, Long> more = sent(shuffle);
      ShuffleFigures known = before.ended().get(shuffle.id());
      if (known != null) {
        sent(known).forEach((path, bytes) -> more.merge(path, -bytes, Long::sum));
        more.values().removeIf(bytes -> bytes == 0);
      }
      rows.addAll(rows(shuffle, more, book, atMillis));
    });
    return rows;
  }

  /** Returns the bytes that a shuffle has sent by path. A path belongs to one bundle. */
  private static Map<Path, Long> sent(ShuffleFigures shuffle) {
    Map<Path, Long> sent = new LinkedHashMap<>();
    shuffle.bundles().forEach(bundle -> sent.putAll(bundle.onLinks().sent()));
    return sent;
  }

  private static List<StoredCost> rows(ShuffleFigures shuffle, Map<Path, Long> sent, CostBook book, long atMillis) {
    return sent.entrySet().stream().map(each -> new StoredCost(atMillis, shuffle.id().value(), shuffle.queue(), shuffle.job(),
        book.book(each.getKey(), each.getValue(), month(atMillis)))).toList();
  }

  /** Returns the cost of processor time at a site of a WAN. */
  public static WorkCost work(Wan wan, SiteId site, long micros) {
    return WorkCost.of(wan.site(site).map(each -> each.terms()).orElse(SiteTerms.UNKNOWN), micros);
  }

  /** Returns the month of a time. */
  public static YearMonth month(long millis) {
    return YearMonth.from(Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC));
  }

  /** Returns the beginning of the month of a time, in milliseconds since 1970. */
  public static long monthStartMillis(long millis) {
    return month(millis).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }
}
