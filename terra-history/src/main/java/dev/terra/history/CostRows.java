package dev.terra.history;

import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.cost.CostBook;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import dev.terra.history.store.StoredCost;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Books what shuffles have sent, and what agents have worked. Days and months are those of UTC. */
public final class CostRows {
  private CostRows() {}

  /** What a shuffle has cost so far, by path; booked at a time. */
  public static List<StoredCost> of(ShuffleFigures shuffle, CostBook book, long atMillis) {
    List<StoredCost> rows = new ArrayList<>();
    shuffle.bundles().forEach(bundle -> bundle.onLinks().sent().forEach((path, bytes) -> rows.add(
        new StoredCost(atMillis, shuffle.id().value(), shuffle.queue(), shuffle.job(), book.book(path, bytes, month(atMillis))))));
    return rows;
  }

  /** What processor time costs at a site of a WAN. */
  public static WorkCost work(Wan wan, SiteId site, long micros) {
    return WorkCost.of(wan.site(site).map(each -> each.terms()).orElse(SiteTerms.UNKNOWN), micros);
  }

  /** The month of a time. */
  public static YearMonth month(long millis) {
    return YearMonth.from(Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC));
  }

  /** When the month of a time began, since 1970. */
  public static long monthStartMillis(long millis) {
    return month(millis).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }
}
