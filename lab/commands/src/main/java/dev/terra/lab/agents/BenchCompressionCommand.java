package dev.terra.lab.agents;

import dev.terra.lab.agents.CompressingPair.Sample;
import dev.terra.lab.bed.ShrinkingBytes;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.fetch.PairedRatio;
import dev.terra.testbed.Labelled;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench compression}: measures whether agents compress exactly the chunks that are worth it. */
@Command(
    name = "compression",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Limits an agent of each of two sites to a part of a core (a control group of the kernel's) and sends bytes that shrink by some",
      "ratios over links of some rates: without compression, with each of some fixed shares of chunks that are compressed, and with",
      "compression: {mode: auto}. Exit code 1 if auto is below 0.98 of no compression anywhere, or below 0.88 of the best of the others.",
      "With --pairs, compares auto with no compression only, in pairs, and prints the mean's 95 %% interval; exit code 1 if that reaches",
      "below 0.99.",
      "With --change, something changes in the middle of a shuffle, and back: ratio goes from the first of --ratios to the last, rate from",
      "the first of --rates to the last, load from --cores to twice as many; of the others the middle one holds. Prints how long the",
      "plain bytes a second took to stay within 12 %% of what they were later, in the mean of --rounds shuffles; exit code 1 if that is",
      "more than 1.5 s, of which 0.5 s is what a rate is measured over. The rate is the one that the controller plans with, and counts",
      "from the first plan.",
      "Brings its own testbed up and down; needs root."
    })
public final class BenchCompressionCommand extends LabCommand {
  private static final double LEAST_CORES = 0.1;
  private static final double MOST_CORES = 1;
  private static final double LEAST_OF_PAIRS = .99;
  private static final int MOST_ROUNDS = 100;
  /**
   * How many times each change is made. With 0.15 cores, windows of half a second differ by more than 12 % when nothing
   * changes; the means of this many windows seldom do.
   */
  private static final int CHANGES = 6;
  /** The factor by which the cores of agents grow when the load changes. */
  private static final double LOADED = 2;
  private static final double LEAST_MEGABYTES = .5;
  private static final double MOST_MEGABYTES = 500;
  /** The longest part of a shuffle that can be measured. A shuffle has enough bytes to last longer. */
  private static final double MOST_SECONDS = 10;

  @Option(names = "--cores", paramLabel = "X", defaultValue = "0.15", description = "Of each agent, 0.1 to 1 (default 0.15).")
  private double cores;

  @Option(names = "--ratios", paramLabel = "R,...", split = ",", defaultValue = "1,2,4",
      description = "By which bytes shrink, 1 to 4.5 (default: ${DEFAULT-VALUE}).")
  private List<Double> ratios;

  @Option(names = "--rates", paramLabel = "MB/S,...", split = ",", defaultValue = "2.5,15,125",
      description = "Of the link, 0.5 to 500; 0.15 cores send about 16 without compression (default: ${DEFAULT-VALUE}).")
  private List<Double> rates;

  @Option(names = "--shares", paramLabel = "X,...", split = ",", defaultValue = "0.25,0.5,0.75,1",
      description = "Fixed shares of chunks, 0 to 1 (default: ${DEFAULT-VALUE}).")
  private List<Double> shares;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "3",
      description = "How long each is measured, 1 to 10; it goes for 1.5 s before (default 3).")
  private double seconds;

  @Option(names = "--rounds", paramLabel = "N",
      description = "Turns of auto and of no compression, whose medians count (default 1); of a --change, whose mean counts (default 6).")
  private Optional<Integer> rounds = Optional.empty();

  @Option(names = "--pairs", paramLabel = "N", description = "Pairs of auto and no compression in each case, 2 to 100.")
  private Optional<Integer> pairs = Optional.empty();

  @Option(names = "--change", paramLabel = "WHAT", description = "Of ratio, rate and load: measures how soon auto settles after it.")
  private Optional<String> change = Optional.empty();

  @Option(names = "--seed", paramLabel = "N", defaultValue = "62", description = "Of the bytes (default 62).")
  private long seed;

  /** The output of {@code --json}. */
  record Report(double cores, double seconds, long seed, List<CompressionBench.Case> cases, boolean holds) {}

  /** The output of {@code --json} for pairs. */
  record PairsReport(double cores, double seconds, long seed, List<CompressionBench.Pairs> cases, boolean holds) {}

  /** The output of {@code --json} for a change. */
  record ChangeReport(String change, double cores, long seed, List<ChangeBench.Changed> changes, boolean holds) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    if (change.isPresent()) {
      return change(Labelled.find(Change.values(), change.get()).orElseThrow());
    }
    CompressionBench.Load load = new CompressionBench.Load(ratios, rates.stream().map(rate -> rate * 1e6).toList(), shares,
        Duration.ofMillis(Math.round(seconds * 1e3)), pairs.or(() -> rounds).orElse(1));
    try (CompressingPair pair = new CompressingPair(cores, ratios, seed, progress()::say)) {
      CompressionBench bench = new CompressionBench(pair, load, progress()::say);
      if (pairs.isPresent()) {
        List<CompressionBench.Pairs> cases = bench.pairs();
        boolean holds = cases.stream().allMatch(one -> one.speed().low() >= LEAST_OF_PAIRS);
        return report(new PairsReport(cores, seconds, seed, cases, holds), holds, BenchCompressionCommand::print);
      }
      List<CompressionBench.Case> cases = bench.run();
      boolean holds = cases.stream().allMatch(CompressionBench.Case::holds);
      return report(new Report(cores, seconds, seed, cases, holds), holds, BenchCompressionCommand::print);
    }
  }

  private int change(Change what) throws IOException, InterruptedException {
    ChangeBench.Usual usual = new ChangeBench.Usual(middle(ratios), middle(rates) * 1e6, cores);
    List<Double> values = switch (what) {
      case RATIO -> ratios;
      case RATE -> rates.stream().map(rate -> rate * 1e6).toList();
      case LOAD -> List.of(cores, LOADED * cores);
    };
    if (values.size() < 2) {
      throw wrong("--change " + what.label() + ": expected two values or more in --" + what.label() + "s, got one");
    }
    List<Double> kinds = what == Change.RATIO ? ratios : List.of(usual.ratio());
    try (CompressingPair pair = new CompressingPair(cores, kinds, seed, progress()::say)) {
      List<ChangeBench.Changed> changes =
          new ChangeBench(pair, usual, progress()::say).run(what, values.get(0), values.get(values.size() - 1), rounds.orElse(CHANGES));
      boolean holds = changes.stream().allMatch(ChangeBench.Changed::holds);
      return report(new ChangeReport(what.label(), cores, seed, changes, holds), holds, BenchCompressionCommand::print);
    }
  }

  private static double middle(List<Double> values) {
    return values.get(values.size() / 2);
  }

  private void check() {
    change.ifPresent(what -> {
      expectKnown("--change", List.of(what), Labelled.labels(Change.values()));
      expect("--cores", cores, LEAST_CORES, what.equals(Change.LOAD.label()) ? MOST_CORES / LOADED : MOST_CORES);
    });
    expect("--cores", cores, LEAST_CORES, MOST_CORES);
    ratios.forEach(ratio -> expect("--ratios", ratio, 1, ShrinkingBytes.MOST_RATIO));
    rates.forEach(rate -> expect("--rates", rate, LEAST_MEGABYTES, MOST_MEGABYTES));
    shares.forEach(share -> expect("--shares", share, 0, 1));
    expect("--seconds", seconds, 1, MOST_SECONDS);
    rounds.ifPresent(number -> expect("--rounds", number, 1, MOST_ROUNDS));
    pairs.ifPresent(number -> expect("--pairs", number, 2, MOST_ROUNDS));
  }

  private static void print(PrintWriter out, Report report) {
    out.println("RATIO  LINK MB/S  COMPRESSION  PLAIN MB/S  WIRE MB     X  CPU S/GB");
    for (CompressionBench.Case one : report.cases()) {
      for (CompressionBench.Row row : one.rows()) {
        out.printf(Locale.ROOT, "%5.2f  %9.1f  %11s  %10.2f  %7.1f  %4.2f  %8.1f%n", one.measuredRatio(),
            one.setting().bytesPerSecond() / 1e6, row.compression(), row.plainBytesPerSecond() / 1e6, row.median(Sample::wireBytes) / 1e6,
            row.median(Sample::share), row.median(Sample::cpuSecondsPerGigabyte));
      }
      out.printf(Locale.ROOT, "       auto : off %.3f, auto : best %.3f, %s%n", one.autoOver().off(), one.autoOver().best(),
          inWords(one.holds()));
    }
  }

  private static void print(PrintWriter out, PairsReport report) {
    for (CompressionBench.Pairs one : report.cases()) {
      out.printf(Locale.ROOT, "ratio %.1f, link of %.1f MB/s, %d pairs%n", one.setting().ratio(), one.setting().bytesPerSecond() / 1e6,
          one.autoBytesPerSecond().size());
      line(out, "bytes a second", one.speed());
      line(out, "CPU for a byte", one.cpu());
    }
    out.println(inWords(report.holds()));
  }

  private static void print(PrintWriter out, ChangeReport report) {
    double unit = report.change().equals(Change.RATE.label()) ? 1e6 : 1;
    out.printf(Locale.ROOT, "%5s FROM      TO  SETTLED S  PLAIN MB/S     X%n", report.change().toUpperCase(Locale.ROOT));
    report.changes().forEach(one -> out.printf(Locale.ROOT, "%10.2f  %6.2f  %9.1f  %10.2f  %4.2f  %s%n", one.from() / unit,
        one.to() / unit, one.settling().seconds(), one.settling().steadyPerSecond() / 1e6, one.share(), inWords(one.holds())));
  }

  private static void line(PrintWriter out, String what, PairedRatio ratio) {
    out.printf(Locale.ROOT, "  %s, auto : off %.4f, 95 %% interval %.4f to %.4f%n", what, ratio.mean(), ratio.low(), ratio.high());
  }
}
