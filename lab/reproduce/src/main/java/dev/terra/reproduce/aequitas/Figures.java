package dev.terra.reproduce.aequitas;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.latency.AdmissionRule;
import dev.terra.core.latency.DelayBound;
import dev.terra.reproduce.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The paper's figures. The authors' values are those of their simulator (SymbioticLab/Aequitas, branch artifact-eval), run with the same
 * numbers of requests.
 */
public final class Figures {
  /** The names of the figures, in their order. */
  public static final List<String> NAMES = ImmutableList.of("10", "11", "12", "15", "17", "18");

  private static final String MICROS = "us";
  private static final String PERIODS = "periods";
  private static final String POINTS = "%";
  private static final String SHARE = "share";

  private static final double LINE = 1e11;
  private static final long DELAY_PICOS = 200_000;
  private static final long SMALL_BUFFER = 524_288;
  private static final long LARGE_BUFFER = 1_048_576;
  private static final long ENDLESS_BUFFER = Long.MAX_VALUE / 2;
  private static final Setting.Transport SWIFT = new Setting.Transport(5_120, 40, new Setting.Window(2, 30, 10_000_000, 450_000_000));
  private static final Setting.Transport AT_ONCE = new Setting.Transport(5_120, 40, null);
  private static final Sizes SIZES = Sizes.all(32_768);
  private static final List<Double> TWO_CLASSES = ImmutableList.of(4.0, 1.0);
  private static final List<Double> THREE_CLASSES = ImmutableList.of(8.0, 4.0, 1.0);
  private static final double STEP = AdmissionRule.STEP;
  private static final long TWO_CLASS_WINDOW_NANOS = 2_000_000;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int TARGETS_IN_WINDOW = 1_000;
  private static final double PERCENT = 100;
  private static final double TAIL = 99.9;

  /** Of a target, for the tail that it has to meet. */
  private static final double TARGET_TOLERANCE = 1.1;
  private static final double BOUND_TOLERANCE = .02;
  private static final double LEAST_BOUND_TOLERANCE = .002;
  private static final double POINTS_TOLERANCE = 3;
  private static final double SHARE_TOLERANCE = .03;

  private final int requests;
  private final BiFunction<String, Setting, Outcome> runner;

  /**
   * Figures of one seed.
   *
   * @param requests how many requests a run has; figure 10 takes a tenth, figures of 33 hosts three times as many
   * @param runner runs a setting of a name with a number of requests
   */
  public Figures(int requests, long seed, Runner runner) {
    this.requests = requests;
    this.runner = (name, setting) -> runner.run(name, setting, requestsOf(setting), seed);
  }

  /** Runs a setting, and says that it does. */
  @FunctionalInterface
  public interface Runner {
    /** The outcome of a setting. */
    Outcome run(String name, Setting setting, int requests, long seed);
  }

  private int requestsOf(Setting setting) {
    if (setting.transport().window() == null) {
      return Math.max(1, requests / 10);
    }
    return setting.fabric().allToAll() ? 3 * requests : requests;
  }

  /** A figure's rows. */
  public List<Row> of(String figure) {
    return switch (figure) {
      case "10" -> worstDelays();
      case "11" -> twoClasses();
      case "12" -> threeClasses();
      case "15" -> mixes();
      case "17" -> fairness();
      case "18" -> withinQuota();
      default -> throw new IllegalArgumentException("figure: expected one of " + NAMES + ", got " + figure);
    };
  }

  private List<Row> worstDelays() {
    Map<Double, double[]> authors = ImmutableMap.of(.3, new double[] {0, .1582}, .8, new double[] {.1333, .1333});
    DelayBound bound = new DelayBound(4, .8, 1.2);
    List<Row> rows = new ArrayList<>();
    for (double share : List.of(.1, .3, .5, .7, .75, .8, .9)) {
      int all = Math.max(1, requests / 10);
      Setting setting = new Setting(new Setting.Fabric(2, false, LINE, DELAY_PICOS, ENDLESS_BUFFER), AT_ONCE,
          new Setting.Load(.8, new Setting.Burst(1.2, all, 0), false, SIZES), new Setting.Mix(TWO_CLASSES, List.of(share, 1 - share), null),
          List.of());
      Outcome outcome = runner.apply(name("10", "%.0f %% urgent", share * PERCENT), setting);
      double period = all * SIZES.meanOnLine(AT_ONCE) * 8 / (LINE * .8) * 1e6;
      double @Nullable [] theirs = authors.get(share);
      rows.add(delay(share, "higher", bound.higher(share), theirs == null ? null : theirs[0], outcome.longestMicros(0) / period));
      rows.add(delay(share, "lower", bound.lower(share), theirs == null ? null : theirs[1], outcome.longestMicros(1) / period));
    }
    return rows;
  }

  private static Row delay(double share, String which, double paper, @Nullable Double authors, double ours) {
    return new Row("10", String.format(Locale.ROOT, "two classes 4:1, load .8, burst 1.2, %.0f %% urgent: worst delay of the %s class",
        share * PERCENT, which), paper, authors, ours, PERIODS,
        Math.abs(ours - paper) <= Math.max(BOUND_TOLERANCE * paper, LEAST_BOUND_TOLERANCE));
  }

  private List<Row> twoClasses() {
    Map<Integer, Double> authors = ImmutableMap.of(15, 15.35, 30, 28.96, 45, 44.01, 60, 60.10);
    List<Row> rows = new ArrayList<>();
    authors.forEach((target, theirs) -> {
      Outcome outcome = runner.apply(name("11", "target %d us", target), threeHosts(target, List.of(.7, .3), null));
      rows.add(tail("11", "3 hosts, two classes 4:1, target " + target + " us: p99.9 of the urgent class", target, theirs,
          outcome.latencyMicros(0, TAIL)));
    });
    return rows;
  }

  private static Row tail(String figure, String setting, double target, @Nullable Double authors, double ours) {
    return new Row(figure, setting, target, authors, ours, MICROS, ours <= TARGET_TOLERANCE * target);
  }

  private List<Row> threeClasses() {
    Outcome outcome = runner.apply(name("12", "33 hosts"), manyHosts(List.of(.6, .3, .1), true));
    Outcome all = runner.apply(name("12", "33 hosts, all admitted"), manyHosts(List.of(.6, .3, .1), false));
    return List.of(
        tail("12", "33 hosts, three classes 8:4:1, targets 15 and 25 us: p99.9 of the urgent class", 15, 17.83,
            outcome.latencyMicros(0, TAIL)),
        tail("12", "33 hosts, three classes 8:4:1, targets 15 and 25 us: p99.9 of the middle class", 25, 27.93,
            outcome.latencyMicros(1, TAIL)),
        new Row("12", "p99.9 of the urgent class where all is admitted, in targets", null, null, all.latencyMicros(0, TAIL) / 15, "targets",
            all.latencyMicros(0, TAIL) > 15));
  }

  private List<Row> mixes() {
    Map<List<Double>, double[]> authors = ImmutableMap.of(List.of(.25, .25, .5), new double[] {24.0, 24.2, 51.8},
        List.of(.4, .4, .2), new double[] {28.4, 26.1, 45.5}, List.of(.5, .3, .2), new double[] {28.1, 24.6, 47.3},
        List.of(.6, .3, .1), new double[] {27.8, 24.3, 47.9});
    List<Row> rows = new ArrayList<>();
    authors.forEach((mix, theirs) -> {
      String text = String.format(Locale.ROOT, "%.0f:%.0f:%.0f", mix.get(0) * PERCENT, mix.get(1) * PERCENT, mix.get(2) * PERCENT);
      Outcome outcome = runner.apply(name("15", "offered " + text), manyHosts(mix, true));
      for (int i = 0; i < theirs.length; i++) {
        double ours = outcome.part(i) * PERCENT;
        rows.add(new Row("15", "33 hosts, offered " + text + ": what runs in class " + i, null, theirs[i], ours, POINTS,
            Math.abs(ours - theirs[i]) <= POINTS_TOLERANCE));
      }
    });
    return rows;
  }

  private List<Row> fairness() {
    Outcome outcome = runner.apply(name("17", "40 and 80 %%"), threeHosts(15, List.of(.8, .2), List.of(.4, .6)));
    return List.of(
        new Row("17", "40 Gbit/s urgent offered beside 80: what runs in the urgent class", .2, null, outcome.part(0, 0), SHARE, true),
        new Row("17", "80 Gbit/s urgent offered beside 40: what runs in the urgent class", .2, null, outcome.part(1, 0), SHARE,
            Math.abs(outcome.part(0, 0) - outcome.part(1, 0)) <= SHARE_TOLERANCE));
  }

  private List<Row> withinQuota() {
    Outcome outcome = runner.apply(name("18", "10 and 80 %%"), threeHosts(15, List.of(.8, .2), List.of(.1, .9)));
    return List.of(
        new Row("18", "10 Gbit/s urgent offered beside 80: admitted", null, .97, outcome.admittedShare(0), SHARE,
            outcome.admittedShare(0) >= .97 - SHARE_TOLERANCE));
  }

  private static Setting threeHosts(double targetMicros, List<Double> shares, @Nullable List<Double> evenHosts) {
    return new Setting(new Setting.Fabric(3, false, LINE, DELAY_PICOS, LARGE_BUFFER), SWIFT, new Setting.Load(2, null, true, SIZES),
        new Setting.Mix(TWO_CLASSES, shares, evenHosts), List.of(rule(targetMicros, TWO_CLASS_WINDOW_NANOS)));
  }

  private static Setting manyHosts(List<Double> shares, boolean admits) {
    List<AdmissionRule> rules = List.of(rule(14, window(14)), rule(25, window(25)));
    return new Setting(new Setting.Fabric(33, true, LINE, DELAY_PICOS, SMALL_BUFFER), SWIFT,
        new Setting.Load(.8, new Setting.Burst(1.4, 4, 0), true, SIZES), new Setting.Mix(THREE_CLASSES, shares, null),
        admits ? rules : List.of());
  }

  private static long window(double targetMicros) {
    return Math.round(targetMicros * NANOS_PER_MICRO * TARGETS_IN_WINDOW);
  }

  private static AdmissionRule rule(double targetMicros, long windowNanos) {
    double packets = SWIFT.packets(SIZES.points().get(0).bytes());
    return new AdmissionRule(targetMicros * NANOS_PER_MICRO / packets, STEP, STEP, AdmissionRule.FLOOR, windowNanos);
  }

  private static String name(String figure, String format, Object... values) {
    return "figure " + figure + ": " + String.format(Locale.ROOT, format, values);
  }
}
