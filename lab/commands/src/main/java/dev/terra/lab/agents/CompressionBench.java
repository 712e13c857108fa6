package dev.terra.lab.agents;

import com.google.common.collect.Lists;
import com.google.common.math.Quantiles;
import dev.terra.lab.agents.CompressingPair.Sample;
import dev.terra.lab.fetch.PairedRatio;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A measurement of whether agents with a part of a core choose well which chunks they compress. It compares their
 * choice with no compression and with fixed shares of compressed chunks, for bytes that shrink by several ratios, on
 * links of several rates.
 */
final class CompressionBench {
  static final String RAW = "off";
  static final String AUTO = "auto";
  /**
   * The least share of the rate without compression, and of the rate with the best fixed share, that the agents' choice
   * must reach.
   */
  static final double LEAST_OF_RAW = .98;
  static final double LEAST_OF_BEST = .88;
  /** The time from the first byte until the choice has settled. */
  private static final Duration SETTLE = Duration.ofMillis(1_500);

  private final CompressingPair pair;
  private final Load load;
  private final Consumer<String> progress;

  /**
   * The load of a measurement.
   *
   * @param ratios by which bytes shrink, about
   * @param bytesPerSecond of links
   * @param shares fixed shares of compressed chunks, 0 to 1
   * @param length of the part of each shuffle that is measured
   * @param rounds of no compression and of {@code auto} in each setting, 1 or more; fixed shares have one round
   */
  record Load(List<Double> ratios, List<Double> bytesPerSecond, List<Double> shares, Duration length, int rounds) {}

  /**
   * One kind of bytes on one link.
   *
   * @param ratio the wanted ratio of the bytes
   * @param bytesPerSecond of the link
   */
  record Setting(double ratio, double bytesPerSecond) {}

  /**
   * The measurements of one way to compress.
   *
   * @param compression {@link #RAW}, {@link #AUTO} or the fixed share
   */
  record Row(String compression, List<Sample> samples) {
    double median(ToDoubleFunction<Sample> figure) {
      return Quantiles.median().compute(samples.stream().mapToDouble(figure).toArray());
    }

    double plainBytesPerSecond() {
      return median(Sample::plainBytesPerSecond);
    }
  }

  /**
   * The results of all ways to compress in one setting.
   *
   * @param measuredRatio plain bytes for each byte of the compressed chunks; 1 where no chunk was compressed
   */
  record Case(Setting setting, double measuredRatio, List<Row> rows, AutoOver autoOver, boolean holds) {}

  /** The rate of {@code auto} divided by the rate without compression, and by the best rate of all other ways. */
  record AutoOver(double off, double best) {}

  /** Pairs of shuffles in one setting, one with compression and one without, one right after the other. */
  record Pairs(Setting setting, List<Double> offBytesPerSecond, List<Double> autoBytesPerSecond, PairedRatio speed, PairedRatio cpu) {}

  CompressionBench(CompressingPair pair, Load load, Consumer<String> progress) {
    this.pair = pair;
    this.load = load;
    this.progress = progress;
  }

  /** Measures all ways to compress in all settings. */
  List<Case> run() throws IOException, InterruptedException {
    List<Measured> measured = new ArrayList<>(group("", List.of(RAW, AUTO), load.rounds));
    for (double share : load.shares) {
      measured.addAll(group(", share: " + share, List.of(Double.toString(share)), 1));
    }
    return settings().map(setting -> all(setting, measured)).toList();
  }

  private Stream<Setting> settings() {
    return load.bytesPerSecond.stream().flatMap(rate -> load.ratios.stream().map(ratio -> new Setting(ratio, rate)));
  }

  private record Measured(Setting setting, String compression, Sample sample) {}

  /** Measures some ways to compress in all settings with agents of one configuration, once in each round. */
  private List<Measured> group(String further, List<String> ways, int rounds) throws IOException, InterruptedException {
    List<Measured> measured = new ArrayList<>();
    pair.start("compression: {mode: auto" + further + "}");
    try {
      for (double rate : load.bytesPerSecond) {
        pair.useRate(rate);
        for (double ratio : load.ratios) {
          measured.addAll(turns(new Setting(ratio, rate), ways, rounds));
        }
      }
    } finally {
      pair.stop();
    }
    return measured;
  }

  private List<Measured> turns(Setting setting, List<String> ways, int rounds) throws IOException, InterruptedException {
    List<Measured> measured = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (String way : round % 2 == 0 ? ways : Lists.reverse(ways)) {
        measured.add(measure(setting, way));
      }
    }
    return measured;
  }

  private Measured measure(Setting setting, String way) throws IOException, InterruptedException {
    Sample sample = pair.measure(setting.ratio, way.equals(RAW), SETTLE, load.length);
    progress.accept(String.format(Locale.ROOT, "ratio %.1f, link of %.1f MB/s, compression %s: %.2f MB/s, X %.2f, %.1f s/GB", setting.ratio,
        setting.bytesPerSecond / 1e6, way, sample.plainBytesPerSecond() / 1e6, sample.share(), sample.cpuSecondsPerGigabyte()));
    return new Measured(setting, way, sample);
  }

  private static Case all(Setting setting, List<Measured> all) {
    return of(setting, all.stream().map(Measured::compression).distinct().map(way -> new Row(way, samples(setting, way, all))).toList());
  }

  static Case of(Setting setting, List<Row> rows) {
    double auto = speed(rows, AUTO);
    double raw = speed(rows, RAW);
    double best = rows.stream().filter(row -> !row.compression.equals(AUTO)).mapToDouble(Row::plainBytesPerSecond).max().orElseThrow();
    long plain = rows.stream().flatMap(row -> row.samples.stream()).mapToLong(sample -> sample.compressed().plainBytes()).sum();
    long wire = rows.stream().flatMap(row -> row.samples.stream()).mapToLong(sample -> sample.compressed().wireBytes()).sum();
    return new Case(setting, wire == 0 ? 1 : (double) plain / wire, rows, new AutoOver(auto / raw, auto / best),
        auto >= LEAST_OF_RAW * raw && auto >= LEAST_OF_BEST * best);
  }

  private static double speed(List<Row> rows, String way) {
    return rows.stream().filter(row -> row.compression.equals(way)).findFirst().orElseThrow().plainBytesPerSecond();
  }

  /** Measures pairs of shuffles with compression and without. The two take turns in going first. */
  List<Pairs> pairs() throws IOException, InterruptedException {
    List<Measured> measured = group("", List.of(RAW, AUTO), load.rounds);
    return settings().map(setting -> pairs(setting, samples(setting, RAW, measured), samples(setting, AUTO, measured))).toList();
  }

  private static List<Sample> samples(Setting setting, String way, List<Measured> all) {
    return all.stream().filter(one -> one.setting.equals(setting) && one.compression.equals(way)).map(Measured::sample).toList();
  }

  static Pairs pairs(Setting setting, List<Sample> raw, List<Sample> auto) {
    return new Pairs(setting, raw.stream().map(Sample::plainBytesPerSecond).toList(),
        auto.stream().map(Sample::plainBytesPerSecond).toList(), ratio(raw, auto, Sample::plainBytesPerSecond),
        ratio(raw, auto, Sample::cpuSecondsPerGigabyte));
  }

  private static PairedRatio ratio(List<Sample> raw, List<Sample> auto, ToDoubleFunction<Sample> figure) {
    List<PairedRatio.Pair> both = new ArrayList<>();
    for (int number = 0; number < raw.size(); number++) {
      both.add(new PairedRatio.Pair(figure.applyAsDouble(raw.get(number)), figure.applyAsDouble(auto.get(number))));
    }
    return PairedRatio.of(both);
  }
}
