package dev.terra.reproduce.hare;

import dev.terra.core.shares.SharePolicy;
import dev.terra.reproduce.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings of the slides and of the authors' scripts. */
public final class HareFigures {
  /** The names that {@link #of} accepts. */
  public static final List<String> NAMES = List.of("ycsb", "tenants", "dominant", "dynamic", "ghost");

  /** The least share of its base that each tenant must have. */
  private static final double LEAST = .99;
  /** The limit of the gain of DRF where nothing can be gained. */
  private static final double NO_GAIN = 1.01;
  private static final double SOME_GAIN = 1.05;
  /** The slides' gain is up to 1.9; {@link #LARGE_GAIN} is expected in one of the settings. */
  private static final double PAPER_GAIN = 1.9;
  private static final double LARGE_GAIN = 1.7;
  private static final int MILLION = 1_000_000;
  private static final int SMALL = 500;
  private static final int LARGE = 2_000;
  /** The least divisor of the scale for loads that change, which run for an hour. */
  private static final int LEAST_DYNAMIC_SCALE = 16;

  private final long seed;
  private final StoreScale scale;
  private final LongSupplier nanoClock;

  /**
   * Makes the figures of runs with a seed.
   *
   * @param scale the divisor of the slides' keys, cache and rates, at least 1
   * @param nanoClock the clock that measures the cost of an access to a ghost cache
   */
  public HareFigures(long seed, int scale, LongSupplier nanoClock) {
    this.seed = seed;
    this.nanoClock = nanoClock;
    this.scale = new StoreScale(scale);
  }

  /** Returns the rows of a setting. */
  public List<Row> of(String name) {
    return switch (name) {
      case "ycsb" -> ycsb();
      case "tenants" -> compared("16 tenants", new SharedStore(scale, sixteen(), seed)).rows();
      case "dominant" -> dominant();
      case "dynamic" -> dynamic();
      case "ghost" -> new GhostCurves(seed, scale.divisor(), nanoClock).rows();
      default -> throw new IllegalArgumentException("setting: expected one of " + NAMES + ", got " + name);
    };
  }

  /** Returns the slides' tenants: YCSB A, B, C and E. */
  private static List<TenantLoad> four(int keys) {
    return List.of(TenantLoad.points(keys, SMALL, .5), TenantLoad.points(keys, SMALL, .05), TenantLoad.points(keys, SMALL, 0),
        TenantLoad.scans(keys, SMALL));
  }

  /** Returns the authors' sixteen tenants: each of the four with 6 M and 12 M keys, and values of 500 and 2,000 bytes. */
  private static List<TenantLoad> sixteen() {
    return Stream.of(.5, .05, 0., -1.).flatMap(writes -> Stream.of(6 * MILLION, 12 * MILLION).flatMap(keys -> Stream.of(SMALL, LARGE)
        .map(value -> writes < 0 ? TenantLoad.scans(keys, value) : TenantLoad.points(keys, value, writes)))).toList();
  }

  private List<Row> ycsb() {
    List<Row> rows = new ArrayList<>();
    double most = 0;
    for (int millions : List.of(6, 8, 12, 16)) {
      Compared compared = compared(millions + " M keys", new SharedStore(scale, four(millions * MILLION), seed));
      rows.addAll(compared.rows());
      most = Math.max(most, most(compared.hare()));
    }
    rows.add(new Row("YCSB", "the most that a tenant gains by HARE in these", PAPER_GAIN, null, most, "ratio", most >= LARGE_GAIN));
    return rows;
  }

  /**
   * The policies in one setting.
   *
   * @param rows their results
   * @param hare what each tenant gains by HARE
   */
  private record Compared(List<Row> rows, List<Double> hare) {}

  private static Compared compared(String setting, SharedStore store) {
    List<Double> drf = store.gains(SharePolicy.DRF);
    List<Double> memshare = store.gains(SharePolicy.MEMSHARE);
    List<Double> hare = store.gains(SharePolicy.HARE);
    List<Row> rows = List.of(
        leastRow(setting, SharePolicy.DRF, drf, least(drf) >= LEAST),
        leastRow(setting, SharePolicy.MEMSHARE, memshare, least(memshare) <= least(hare)),
        leastRow(setting, SharePolicy.HARE, hare, least(hare) >= LEAST),
        new Row("YCSB", setting + ": mean gain by HARE / that by DRF", null, null, mean(hare) / mean(drf), "ratio",
            mean(hare) >= LEAST * mean(drf)));
    return new Compared(rows, hare);
  }

  private static Row leastRow(String setting, SharePolicy policy, List<Double> gains, boolean holds) {
    String each = String.join(" ", gains.stream().map(gain -> String.format(Locale.ROOT, "%.2f", gain)).toList());
    return new Row("YCSB", setting + ", " + policy + ": least throughput / that with an equal split; of each " + each, null, null,
        least(gains), "ratio", holds);
  }

  private static double least(List<Double> gains) {
    return gains.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  private static double most(List<Double> gains) {
    return gains.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  private static double mean(List<Double> gains) {
    return Math.exp(gains.stream().mapToDouble(Math::log).average().orElseThrow());
  }

  /** Returns the rows of tenants that all lack read units: only cache can be traded. */
  private List<Row> dominant() {
    List<TenantLoad> loads = Stream.of(6, 8, 12, 16).map(millions -> TenantLoad.points(millions * MILLION, SMALL, 0)).toList();
    SharedStore store = new SharedStore(scale, loads, seed);
    List<Double> hare = store.gains(SharePolicy.HARE);
    double most = most(store.gains(SharePolicy.DRF));
    double least = least(hare);
    double best = most(hare);
    return List.of(
        new Row("takeaways", "all lack read units, DRF: the most that a tenant gains", 1., null, most, "ratio", most <= NO_GAIN),
        new Row("takeaways", "all lack read units, HARE: the least that a tenant gains", null, null, least, "ratio", least >= LEAST),
        new Row("takeaways", "all lack read units, HARE: the most that a tenant gains", null, null, best, "ratio", best >= SOME_GAIN));
  }

  private List<Row> dynamic() {
    StoreScale smaller = new StoreScale(Math.max(scale.divisor(), LEAST_DYNAMIC_SCALE));
    double[][] equal = DynamicShares.requests(smaller, SharePolicy.EQUAL, changing(), seed);
    List<Row> rows = new ArrayList<>();
    for (SharePolicy policy : List.of(SharePolicy.DRF, SharePolicy.HARE)) {
      double[][] shared = DynamicShares.requests(smaller, policy, changing(), seed);
      for (int tenant = 0; tenant < 4; tenant++) {
        double gain = all(shared, tenant) / all(equal, tenant);
        rows.add(new Row("dynamic", "a load changes each minute, " + policy + ", tenant " + (tenant + 1)
            + ": requests / those with an equal split", null, null, gain, "ratio", gain >= LEAST));
      }
    }
    double hare = rows.subList(4, 8).stream().mapToDouble(Row::ours).average().orElseThrow();
    double drf = rows.subList(0, 4).stream().mapToDouble(Row::ours).average().orElseThrow();
    String compared = "a load changes each minute: mean gain of HARE / that of DRF";
    rows.add(new Row("dynamic", compared, null, null, hare / drf, "ratio", hare >= drf));
    return rows;
  }

  private static double all(double[][] requests, int tenant) {
    return Arrays.stream(requests).mapToDouble(minute -> minute[tenant]).sum();
  }

  /** Returns the authors' changes: of the share of writes, of the keys, of the skew, of the longest scan. */
  private static List<List<TenantLoad>> changing() {
    List<TenantLoad> four = four(6 * MILLION);
    return List.of(
        Stream.of(.5, .45, .4, .35, .3, .35, .4, .45, .5, .45, .4, .35, .3).map(four.get(0)::withWrites).toList(),
        IntStream.rangeClosed(0, 12).mapToObj(i -> four.get(1).withKeys(6 * MILLION + i * MILLION / 2)).toList(),
        Stream.of(.99, .8, .6, .8, .99, .8, .6, .8, .99, .8, .6, .8, .99).map(four.get(2)::withTheta).toList(),
        Stream.of(100., 80., 60., 40., 60., 80., 100., 80., 60., 40., 60., 80., 100.).map(scan -> four.get(3)
            .withScan(scan.intValue())).toList());
  }
}
