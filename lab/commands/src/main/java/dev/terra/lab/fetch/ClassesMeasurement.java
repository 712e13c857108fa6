package dev.terra.lab.fetch;

import com.google.common.collect.ImmutableMap;
import com.google.common.math.Quantiles;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.fetch.SmallFetches.Taken;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.LinkClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How long small fetches take on a testbed of its own: with nothing beside them; beside two shuffles that keep all links full, on links
 * that have one queue and without any class (as a job of the class bulk, whose marks nothing honours and for which plans leave nothing);
 * and so with classes that the network keeps, or that only plans keep. Latencies count from the moment at which a fetch was to begin.
 */
final class ClassesMeasurement {
  /** The most for the slowest of a thousand beside bulk over the slowest of a thousand alone. */
  static final double TIMES_ALONE = 2;
  /** The most for the slowest of a thousand with plans that leave room over that without classes. */
  static final double OF_TODAY = 0.5;
  /** The most for the bulk's time with classes that the network keeps over its time without. */
  static final double BULK_BESIDE_NETWORK = 1.03;
  /** The most for the bulk's time beside plans that leave room over its time without. */
  static final double BULK_BESIDE_PLANS = 1.05;

  private static final String PREFIX = "tx-";
  /** Half of what one machine emulates: of a link's, fetches take a third. */
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 2;
  /** Both shuffles together, alone. */
  private static final double BULK_SECONDS = 30;
  private static final double WARM_UP_SECONDS = 5;
  private static final double ALONE_SECONDS = 25;
  /** The bulk is done before these are. */
  private static final double BESIDE_SECONDS = 50;
  /** Fetches before this do not count: programs have to compile what they do, and plans to see what is sent. */
  private static final long SETTLED_MILLIS = 5_000;
  /** The controller reads its file every two seconds, and agents and handlers hear of it with the next beats. */
  private static final int CONFIGURED_SECONDS = 5;
  private static final double PATIENCE = 6;
  private static final int PACKET_BYTES = 1_500;
  private static final int THOUSAND = 1_000;
  private static final int SLOWEST = 999;

  private final Wan wan;
  private final double perSecond;
  private final Random random;
  private final Consumer<String> progress;
  private int lastJob;

  /**
   * A figure.
   *
   * @param atMost its limit; null: it is printed beside the others
   */
  record Figure(String name, double value, @Nullable Double atMost) {
    boolean holds() {
      return atMost == null || value <= atMost;
    }
  }

  /** What a row came to. */
  record RowResult(String row, List<Figure> figures, boolean holds) {}

  /** How long the slowest of a thousand fetches took, and the bulk beside them. */
  private record Beside(double fetchSeconds, double bulkSeconds) {}

  /** On a WAN whose capacities are scaled to what one machine emulates; so many fetches of each site in a second. */
  ClassesMeasurement(Wan nominal, double perSecond, long seed, Consumer<String> progress) {
    this.wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    this.perSecond = perSecond;
    this.random = new Random(seed);
    this.progress = progress;
  }

  /**
   * Measures rows.
   *
   * @throws IOException if a fetch or a shuffle fails
   */
  List<RowResult> run(List<ClassesRow> rows) throws IOException, InterruptedException {
    Bed.Kind kind =
        new Bed.Kind("classes", PREFIX, LabNetwork.OVERLAY, TestbedTerra.affordable(wan), Optional.of(LinkClasses.USUAL));
    try (Bed bed = Bed.up(wan, kind, progress)) {
      bed.terra().start();
      try (SmallFetches fetches = SmallFetches.start(bed)) {
        return run(rows, bed, fetches);
      }
    }
  }

  private List<RowResult> run(List<ClassesRow> rows, Bed bed, SmallFetches fetches) throws IOException, InterruptedException {
    bed.seconds(bed.name("warm-up"), bulk().withBytes(flow -> Math.max(1, flow.bytes() / 5)), patience());
    configure(bed, "interactive");
    alone(fetches, WARM_UP_SECONDS);
    double alone = alone(fetches, ALONE_SECONDS);
    progress.accept(String.format(Locale.ROOT, "alone: the slowest of a thousand took %.2f s", alone));
    Beside without = beside(bed, fetches, "without classes", "bulk", Optional.empty());
    List<RowResult> results = new ArrayList<>();
    for (ClassesRow row : rows) {
      boolean network = row == ClassesRow.NETWORK;
      Beside with = beside(bed, fetches, row.label(), "interactive", network ? Optional.of(LinkClasses.USUAL) : Optional.empty());
      List<Figure> figures = network ? network(alone, without, with) : plans(alone, without, with);
      results.add(new RowResult(row.label(), figures, figures.stream().allMatch(Figure::holds)));
    }
    return results;
  }

  private List<Figure> network(double alone, Beside without, Beside with) {
    double packet = PACKET_BYTES / wan.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).min().orElseThrow();
    return List.of(new Figure("p99.9 of fetches beside bulk, s", with.fetchSeconds, TIMES_ALONE * alone + packet),
        new Figure("alone, s", alone, null), new Figure("without classes, s", without.fetchSeconds, null),
        new Figure("bulk, times as long as without", with.bulkSeconds / without.bulkSeconds, BULK_BESIDE_NETWORK));
  }

  private static List<Figure> plans(double alone, Beside without, Beside with) {
    return List.of(new Figure("p99.9 of fetches, of that without", with.fetchSeconds / without.fetchSeconds, OF_TODAY),
        new Figure("p99.9 of fetches beside bulk, s", with.fetchSeconds, null), new Figure("alone, s", alone, null),
        new Figure("without classes, s", without.fetchSeconds, null),
        new Figure("bulk, times as long as without", with.bulkSeconds / without.bulkSeconds, BULK_BESIDE_PLANS));
  }

  /** The small jobs' class in the controller's file, which it reads while it runs. */
  private static void configure(Bed bed, String latencyClass) throws IOException, InterruptedException {
    Path file = bed.testbed().directory().file("conf." + bed.testbed().addresses().core().name(), "controller.yaml");
    String before = Files.readString(file).replaceAll("(?m)^classes:.*\\R", "");
    Files.writeString(file, before + "classes: {jobs: {" + latencyClass + ": [{queue: etl}]}}\n");
    TimeUnit.SECONDS.sleep(CONFIGURED_SECONDS);
  }

  private FetchSchedule schedule(double seconds) {
    FetchSchedule schedule = FetchSchedule.of(wan, perSecond, seconds, lastJob + 1, random);
    lastJob += schedule.jobs().size();
    return schedule;
  }

  private double alone(SmallFetches fetches, double seconds) throws IOException, InterruptedException {
    FetchSchedule schedule = schedule(seconds);
    prepare(fetches, schedule);
    fetches.run();
    return slowest(fetches.taken(schedule), each -> seconds <= WARM_UP_SECONDS || each.fetch().millis() >= SETTLED_MILLIS);
  }

  /** What runs first makes its class known to handlers. */
  private static void prepare(SmallFetches fetches, FetchSchedule schedule) throws IOException, InterruptedException {
    fetches.prepare(schedule);
    TimeUnit.SECONDS.sleep(CONFIGURED_SECONDS);
  }

  private Beside beside(Bed bed, SmallFetches fetches, String what, String latencyClass, Optional<LinkClasses> queues)
      throws IOException, InterruptedException {
    bed.testbed().links().setClasses(queues);
    configure(bed, latencyClass);
    FetchSchedule schedule = schedule(BESIDE_SECONDS);
    prepare(fetches, schedule);
    TransferPlan half = bulk().withBytes(flow -> Math.max(1, flow.bytes() / 2));
    try (Submission bulk = bed.submit(ImmutableMap.of(bed.name("one"), half, bed.name("other"), half), patience())) {
      fetches.run();
      double seconds = Collections.max(bulk.seconds(patience()));
      List<Taken> taken = fetches.taken(schedule);
      double slowest = slowest(taken, each -> each.fetch().millis() >= SETTLED_MILLIS && each.fetch().millis() < seconds * THOUSAND);
      progress.accept(String.format(Locale.ROOT, "%s: the slowest of a thousand of %d fetches took %.2f s; bulk %.2f s", what,
          taken.size(), slowest, seconds));
      return new Beside(slowest, seconds);
    }
  }

  private static double slowest(List<Taken> taken, Predicate<Taken> counts) throws IOException {
    double[] seconds = taken.stream().filter(counts).mapToDouble(Taken::seconds).toArray();
    if (seconds.length == 0) {
      throw new IOException("no fetch was measured");
    }
    return Quantiles.scale(THOUSAND).index(SLOWEST).compute(seconds);
  }

  /** Every site to every other. */
  private TransferPlan bulk() {
    return TransferPlan.lasting(wan, Pattern.ALL_TO_ALL.pairs(wan), BULK_SECONDS);
  }

  private static Duration patience() {
    return Duration.ofSeconds(Math.round(PATIENCE * BULK_SECONDS));
  }
}
