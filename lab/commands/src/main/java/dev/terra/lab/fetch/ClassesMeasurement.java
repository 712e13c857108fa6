package dev.terra.lab.fetch;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Multiset;
import com.google.common.math.Quantiles;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.fetch.ClassesBed.Served;
import dev.terra.lab.fetch.ClassesResult.Figure;
import dev.terra.lab.fetch.SmallFetches.Taken;
import dev.terra.testbed.LinkClasses;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A measurement of how long small fetches take on a testbed of its own, in three situations: alone; beside two shuffles
 * that keep all links full, on links that have one queue and without any class (as a job of the class bulk, whose marks
 * no router honours and for which plans leave nothing); and beside the same shuffles with classes that the network
 * keeps, or that only plans keep. Latencies count from the moment at which a fetch was scheduled to begin.
 *
 * <p>Each site serves its fetches until the bulk is done. The bulk's time is compared with its own plan, which leaves
 * of each link what fetches were measured to need: the bulk cannot have what fetches take. It is also compared with the
 * time in which the bulk could be done on all that fetches do not take, which shows the cost of the plan's margin.
 */
final class ClassesMeasurement {
  /** The limit of the slowest of a thousand fetches beside bulk, divided by the slowest of a thousand alone. */
  static final double TIMES_ALONE = 2;
  /**
   * The limit of the slowest of a thousand fetches with plans that leave room, divided by the slowest of a thousand
   * without classes.
   */
  static final double OF_TODAY = 0.5;
  /** The limit of the bulk's time divided by its planned time, with classes that the network keeps. */
  static final double BULK_BESIDE_NETWORK = 1.03;
  /** The limit of the bulk's time divided by its planned time, if only plans keep classes. */
  static final double BULK_BESIDE_PLANS = 1.05;

  /** The least share of links that {@code network verify} must judge correctly. */
  static final double FOUND = 0.75;
  /** The limit of the share of links that it misjudges. */
  static final double MISJUDGED = 0;

  /** Bytes/s over all links. With twice as much, two cores are fully busy, and the measurement shows the cores. */
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 4;
  /**
   * The optimum of both shuffles together, without fetches. It is long, since the first rates and the last bytes cost a
   * second or two however long it takes.
   */
  private static final double BULK_SECONDS = 35;
  private static final double WARM_UP_SECONDS = 5;
  private static final double ALONE_SECONDS = 25;
  /** The time for which fetches run: longer than the bulk takes if the cores are fully busy. */
  private static final double BESIDE_SECONDS = 150;
  /** Fetches before this time do not count: programs must compile their code first, and plans must see what is sent. */
  private static final long SETTLED_MILLIS = 5_000;
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final double PATIENCE = 6;
  static final int PACKET_BYTES = 1_500;
  private static final int THOUSAND = 1_000;
  private static final double PERCENTILE = 99.9;
  private static final int SLOWEST = 999;

  private final Wan wan;
  private final double perSecond;
  private final Random random;
  private final Consumer<String> progress;

  /**
   * The result of {@code terra network verify --fill}: the share of the links that are found to keep classes, and of
   * those that are found not to.
   */
  private record Found(double kept, double mixed) {
    static Found by(Bed bed) throws IOException {
      Multiset<String> verdicts = HashMultiset.create();
      bed.terra().network("verify", "--fill").path("tunnels").forEach(tunnel -> verdicts.add(tunnel.path("classes").asText()));
      double links = bed.wan().links().size();
      return new Found(verdicts.count("kept") / links, verdicts.count("mixed") / links);
    }

    /**
     * Returns the figures. A link without a verdict, because TCP did not fill it in time, is no error; a misjudged link
     * is one.
     */
    List<Figure> figures(boolean isKept) {
      return List.of(isKept ? Figure.atLeast(FOUND, "links found to keep classes, of all", kept)
              : Figure.atMost(MISJUDGED, "links found to keep classes, of all", kept),
          isKept ? Figure.atMost(MISJUDGED, "links found to keep none, of all", mixed)
              : Figure.atLeast(FOUND, "links found to keep none, of all", mixed));
    }
  }

  /**
   * The setting while fetches and bulk run.
   *
   * @param queues of the links
   * @param classes the classes in the controller's file
   * @param byTunnels whether fetches have a promise, so that they may go by tunnels
   */
  private record Setting(Optional<LinkClasses> queues, String classes, boolean byTunnels) {
    static Setting jobs(Optional<LinkClasses> queues, String latencyClass) {
      return new Setting(queues, "{" + ClassesBed.jobs(latencyClass) + "}", false);
    }

    /** Returns a setting with a promise that fetches keep if nothing waits. */
    static Setting promised(double aloneSeconds) {
      String target = String.format(Locale.ROOT, "{percentile: %s, bytes: %d, millis: %d}", PERCENTILE, FetchStream.LEAST_BYTES,
          Math.round(TIMES_ALONE * aloneSeconds * THOUSAND));
      return new Setting(Optional.empty(), "{" + ClassesBed.jobs("interactive") + ", targets: {interactive: [" + target + "]}}", true);
    }
  }

  /** The bulk's time, its planned time, and its time on all that fetches did not take. */
  private record Bulk(double seconds, double planSeconds, double restSeconds) {
    List<Figure> figures(double timesPlan) {
      return List.of(Figure.atMost(timesPlan, "bulk, times its plan", seconds / planSeconds),
          Figure.shown("bulk, s", seconds),
          Figure.shown("bulk, times what fetches left", seconds / restSeconds));
    }
  }

  /** The time of the slowest of a thousand fetches, and the bulk beside them. */
  private record Beside(double fetchSeconds, Bulk bulk, Found found, Served served) {}

  /**
   * Makes a measurement on a WAN whose capacities are scaled to what one machine emulates, with the given number of
   * fetches of each site in a second.
   */
  ClassesMeasurement(Wan nominal, double perSecond, Random random, Consumer<String> progress) {
    this.wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    this.perSecond = perSecond;
    this.random = random;
    this.progress = progress;
  }

  /**
   * Measures rows.
   *
   * @param rows network and plans only
   * @throws IOException if a fetch or a shuffle fails, or the bulk lasts longer than the fetches
   */
  List<ClassesResult> run(List<ClassesRow> rows) throws IOException, InterruptedException {
    try (ClassesBed bed = ClassesBed.up(wan, random, progress)) {
      return run(rows, bed);
    }
  }

  private List<ClassesResult> run(List<ClassesRow> rows, ClassesBed bed) throws IOException, InterruptedException {
    bed.bed().seconds(bed.bed().name("warm-up"), bulk().withBytes(flow -> Math.max(1, flow.bytes() / 5)), patience());
    bed.configure("{" + ClassesBed.jobs("interactive") + "}");
    alone(bed, WARM_UP_SECONDS);
    double alone = alone(bed, ALONE_SECONDS);
    progress.accept(String.format(Locale.ROOT, "alone: the slowest of a thousand took %.2f s", alone));
    Beside without = beside(bed, "without classes", Setting.jobs(Optional.empty(), "bulk"));
    List<ClassesResult> results = new ArrayList<>();
    for (ClassesRow row : rows) {
      boolean network = row == ClassesRow.NETWORK;
      Beside with = beside(bed, row.label(),
          network ? Setting.jobs(Optional.of(LinkClasses.USUAL), "interactive") : Setting.promised(alone));
      List<Figure> figures = new ArrayList<>(network ? network(alone, without, with) : plans(alone, without, with));
      figures.addAll(with.bulk.figures(network ? BULK_BESIDE_NETWORK : BULK_BESIDE_PLANS));
      figures.add(Figure.shown("bulk without classes, s", without.bulk.seconds));
      figures.addAll(with.found.figures(network));
      results.add(ClassesResult.of(row, figures));
    }
    return results;
  }

  private List<Figure> network(double alone, Beside without, Beside with) {
    double packet = PACKET_BYTES / wan.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).min().orElseThrow();
    return List.of(Figure.atMost(TIMES_ALONE * alone + packet, "p99.9 of fetches beside bulk, s", with.fetchSeconds),
        Figure.shown("alone, s", alone), Figure.shown("without classes, s", without.fetchSeconds));
  }

  private static List<Figure> plans(double alone, Beside without, Beside with) {
    return List.of(Figure.atMost(OF_TODAY, "p99.9 of fetches, of that without", with.fetchSeconds / without.fetchSeconds),
        Figure.shown("p99.9 of fetches beside bulk, s", with.fetchSeconds), Figure.shown("alone, s", alone),
        Figure.shown("without classes, s", without.fetchSeconds), Figure.shown("by tunnels, of all fetches", with.served.shareByTunnels()));
  }

  private double alone(ClassesBed bed, double seconds) throws IOException, InterruptedException {
    FetchSchedule schedule = prepare(bed, seconds, false);
    bed.run();
    return slowest(bed.taken(schedule), each -> seconds <= WARM_UP_SECONDS || each.fetch().millis() >= SETTLED_MILLIS);
  }

  private FetchSchedule prepare(ClassesBed bed, double seconds, boolean byTunnels) throws IOException, InterruptedException {
    return bed.prepare(FetchStream.neighbours(wan, perSecond), seconds, byTunnels);
  }

  private Beside beside(ClassesBed bed, String what, Setting setting) throws IOException, InterruptedException {
    bed.bed().testbed().links().setClasses(setting.queues);
    bed.configure(setting.classes);
    Found found = Found.by(bed.bed());
    FetchSchedule schedule = prepare(bed, BESIDE_SECONDS, setting.byTunnels);
    Served before = bed.served();
    TransferPlan half = bulk().withBytes(flow -> Math.max(1, flow.bytes() / 2));
    Map<String, TransferPlan> shuffles = ImmutableMap.of(bed.bed().name("one"), half, bed.bed().name("other"), half);
    try (Submission bulk = bed.bed().submit(shuffles, patience())) {
      bed.run();
      BulkPlan plan = watched(bed, bulk);
      double seconds = Collections.max(bulk.seconds(patience()));
      double slowest = slowest(bed.taken(schedule),
          each -> each.fetch().millis() >= SETTLED_MILLIS && each.fetch().millis() < seconds * THOUSAND);
      Beside beside = new Beside(slowest, new Bulk(seconds, BulkPlan.seconds(wan, plan.left(), shuffles),
          BulkPlan.seconds(wan, taken(schedule, seconds), shuffles)), found, bed.served().since(before));
      progress.accept(String.format(Locale.ROOT, "%s: the slowest of a thousand fetches took %.2f s; bulk %.2f s, by its plan %.2f s",
          what, slowest, seconds, beside.bulk.planSeconds));
      return beside;
    }
  }

  /** Records what plans leave until the bulk is done. */
  private static BulkPlan watched(ClassesBed bed, Submission bulk) throws IOException, InterruptedException {
    BulkPlan plan = new BulkPlan();
    int looks = 0;
    do {
      plan.note(bed.list("links"));
      looks++;
    } while (!bulk.await(BETWEEN_LOOKS) && looks < BESIDE_SECONDS);
    if (!bulk.isOver()) {
      throw new IOException("the bulk lasted longer than the fetches beside it, " + Math.round(BESIDE_SECONDS) + " s");
    }
    return plan;
  }

  /**
   * Returns the mean rate that the fetches before a moment took of each link, IP bytes/s. Each fetch crosses only the
   * link to its reader.
   */
  private static Map<LinkId, Double> taken(FetchSchedule schedule, double seconds) {
    Map<LinkId, Double> rates = new HashMap<>();
    schedule.fetches().stream().filter(fetch -> fetch.millis() < seconds * THOUSAND).forEach(fetch ->
        rates.merge(new LinkId(fetch.job().site(), fetch.reader()), fetch.job().bytes() / Payload.SHARE / seconds, Double::sum));
    return rates;
  }

  private static double slowest(List<Taken> taken, Predicate<Taken> counts) throws IOException {
    double[] seconds = taken.stream().filter(counts).mapToDouble(Taken::seconds).toArray();
    if (seconds.length == 0) {
      throw new IOException("no fetch was measured");
    }
    return Quantiles.scale(THOUSAND).index(SLOWEST).compute(seconds);
  }

  /** Returns the plan of the bulk, from every site to every other. */
  private TransferPlan bulk() {
    return TransferPlan.lasting(wan, Pattern.ALL_TO_ALL.pairs(wan), BULK_SECONDS);
  }

  private static Duration patience() {
    return Duration.ofSeconds(Math.round(PATIENCE * BULK_SECONDS));
  }
}
