package dev.terra.workloads.data;

import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The tables that BigBench adds to TPC-DS's, generated here: clicks of a web shop's visitors and reviews of its products. Users and clicked
 * items follow the same skew: a few of them have most of the clicks.
 */
final class BigBenchTables {
  /** The number of clicks at scale factor 1. */
  private static final long CLICKS = 4_000_000;
  private static final long REVIEWS = 90_000;
  private static final long USERS = 100_000;
  private static final long ITEMS = 18_000;
  /** The first day of TPC-DS's sales, in the numbers of {@code date_dim}; {@link #DATES} is the number of days. */
  private static final long FIRST_DATE = 2_450_815;
  private static final int DATES = 1_825;
  private static final int SECONDS_A_DAY = 86_400;
  /** The most clicks of a visit; each click follows the last within {@link #BETWEEN_CLICKS_SECONDS}. */
  private static final int LONGEST_VISIT = 16;
  private static final int BETWEEN_CLICKS_SECONDS = 240;
  private static final double BUYS = 0.08;
  private static final double UNKNOWN_USER = 0.1;
  private static final int STARS = 5;
  private static final double SKEW = 2.5;
  private static final int WORDS_OF_A_REVIEW = 30;
  private static final List<String> WORDS = List.of("good", "bad", "great", "poor", "fast", "slow", "broken", "sturdy", "cheap", "dear",
      "returned", "kept", "gift", "colour", "size", "fits", "battery", "price", "value", "quality", "again", "never", "always", "love",
      "hate", "works", "failed", "delivery", "box", "manual", "service", "refund");
  private static final long CLICKS_SEED = 7;
  private static final long REVIEWS_SEED = 8;

  private BigBenchTables() {}

  static List<Table> all() {
    return Stream.concat(TpcdsTables.all().stream(), Stream.of(clicks(), reviews())).toList();
  }

  private record Made(String name, List<Column> columns, LongFunction<Iterator<Object[]>> ofRows, long rowsAtOne) implements Table {
    @Override
    public Iterator<Object[]> rows(double scaleFactor) {
      return ofRows.apply(Math.max(1, Math.round(rowsAtOne * scaleFactor)));
    }
  }

  private static Table clicks() {
    List<Column> columns = List.of(Column.of("wcs_click_date_sk", Column.Type.BIGINT), Column.of("wcs_click_time_sk", Column.Type.BIGINT),
        Column.of("wcs_sales_sk", Column.Type.BIGINT), Column.of("wcs_item_sk", Column.Type.BIGINT),
        Column.of("wcs_user_sk", Column.Type.BIGINT));
    return new Made("web_clickstreams", columns, Clicks::new, CLICKS);
  }

  private static Table reviews() {
    List<Column> columns = List.of(Column.of("pr_review_sk", Column.Type.BIGINT), Column.of("pr_review_date_sk", Column.Type.BIGINT),
        Column.of("pr_review_rating", Column.Type.INT), Column.of("pr_item_sk", Column.Type.BIGINT),
        Column.of("pr_user_sk", Column.Type.BIGINT), Column.of("pr_review_content", Column.Type.STRING));
    return new Made("product_reviews", columns, BigBenchTables::reviews, REVIEWS);
  }

  private static Iterator<Object[]> reviews(long rows) {
    SplittableRandom random = new SplittableRandom(REVIEWS_SEED);
    return LongStream.rangeClosed(1, rows).mapToObj(number -> new Object[] {number, FIRST_DATE + random.nextInt(DATES),
        1 + random.nextInt(STARS), skewed(random, share(ITEMS, rows, REVIEWS)), skewed(random, share(USERS, rows, REVIEWS)),
        text(random)}).iterator();
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int words = 1 + random.nextInt(WORDS_OF_A_REVIEW);
    for (int i = 0; i < words; i++) {
      text.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.toString();
  }

  /** Returns a number that grows with the rows of a table, at least 1. */
  private static long share(long atOne, long rows, long rowsAtOne) {
    return Math.max(1, atOne * rows / rowsAtOne);
  }

  /** Returns a number from 1 on; low numbers are the most frequent. */
  private static long skewed(SplittableRandom random, long most) {
    return 1 + (long) (most * Math.pow(random.nextDouble(), SKEW));
  }

  /** Clicks, visit after visit: one user's clicks within some minutes of a day. */
  private static final class Clicks implements Iterator<Object[]> {
    private final SplittableRandom random = new SplittableRandom(CLICKS_SEED);
    private final long rows;
    private long done;
    private int leftInVisit;
    private long date;
    private int second;
    private Long user;

    Clicks(long rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return done < rows;
    }

    @Override
    public Object[] next() {
      if (leftInVisit == 0) {
        leftInVisit = 1 + random.nextInt(LONGEST_VISIT);
        date = FIRST_DATE + random.nextInt(DATES);
        second = random.nextInt(SECONDS_A_DAY);
        user = random.nextDouble() < UNKNOWN_USER ? null : skewed(random, share(USERS, rows, CLICKS));
      }
      leftInVisit--;
      done++;
      second = Math.min(SECONDS_A_DAY - 1, second + 1 + random.nextInt(BETWEEN_CLICKS_SECONDS));
      Long sale = random.nextDouble() < BUYS ? done : null;
      return new Object[] {date, (long) second, sale, skewed(random, share(ITEMS, rows, CLICKS)), user};
    }
  }
}
