package dev.terra.lab.fetch;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.math.Quantiles;
import dev.terra.core.latency.DelayBound;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.lab.fetch.ClassesResult.Figure;
import dev.terra.lab.fetch.SmallFetches.Taken;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A measurement of a class that is offered three times what can be promised, on a testbed of its own: three sites in a
 * line, whose second link is shared by two pairs. One pair requests half of its fair share, the other pair all the
 * rest. Each pair is promised twice what its fetches take while both offer half of what can be promised. The figures
 * are those that handlers report once their shares have settled.
 */
final class AdmissionMeasurement {
  /** The offered load, divided by what can be promised. */
  private static final double DEMAND = 3;
  /** The least share of what can be promised that must be admitted. */
  private static final double ADMITTED = 0.9;
  /** The least share of the modest pair's fetches that must be admitted. */
  private static final double WITHIN_SHARE = 0.9;
  /** The load of the modest pair, divided by what can be promised; its fair share is half. */
  private static final double MODEST = 0.25;
  private static final double TIMES_ALONE = 2;

  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final SitePair MODEST_PAIR = new SitePair(A, C);
  private static final SitePair GREEDY_PAIR = new SitePair(B, C);
  /** The capacity of a link, so that one machine can serve what the link carries: some fifty fetches a second. */
  private static final double LINK_BYTES_PER_SECOND = 3e6;
  /**
   * The latency of a link. The shorter a fetch, the shorter the windows after which a share may rise, each time by a
   * hundredth.
   */
  private static final Duration LATENCY = Duration.ofMillis(2);
  /**
   * The load for which promises are made, so that three times what can be promised is less than the link carries:
   * fetches that are not admitted are late, but arrive.
   */
  private static final double LOAD = 0.7;
  /** The value of the paper. */
  private static final double BURST = 1.4;
  /**
   * The percentile of the promise. The window is the target times 10: shares settle within a minute, while those for
   * 99.9 need an hour.
   */
  private static final int PERCENTILE = 90;
  private static final double ALL = 100;

  private static final double WARM_UP_SECONDS = 5;
  private static final double ALONE_SECONDS = 20;
  private static final int SETTLE_SECONDS = 50;
  private static final int JUDGED_SECONDS = 45;
  private static final double MILLIS = 1e3;

  private final Random random;
  private final Consumer<String> progress;

  /** The handlers' counts for a pair. */
  private record Counts(double admitted, double downgraded, double measured, double kept) {
    static final Counts NONE = new Counts(0, 0, 0, 0);

    static Counts of(JsonNode row) {
      return new Counts(row.path("admitted").asDouble(), row.path("downgraded").asDouble(), row.path("measured").asDouble(),
          row.path("kept").asDouble());
    }

    Counts since(Counts before) {
      return new Counts(admitted - before.admitted, downgraded - before.downgraded, measured - before.measured, kept - before.kept);
    }

    double admittedShare() {
      return admitted / (admitted + downgraded);
    }

    double keptShare() {
      return kept / measured;
    }
  }

  AdmissionMeasurement(Random random, Consumer<String> progress) {
    this.random = random;
    this.progress = progress;
  }

  private static Wan line() {
    return new Wan("line", List.of(Site.of(A.name()), Site.of(B.name()), Site.of(C.name())),
        Stream.of(new LinkId(A, B), new LinkId(B, C)).flatMap(link -> Stream.of(link, link.reversed()))
            .map(id -> new Link(id, new Bandwidth(LINK_BYTES_PER_SECOND), LATENCY, OptionalDouble.empty())).toList());
  }

  /** Returns what can be promised of the shared link, in fetches a second. */
  static double promisablePerSecond() {
    double weights = Arrays.stream(LatencyClass.values()).mapToInt(LatencyClass::weight).sum();
    return DelayBound.promisable(LatencyClass.INTERACTIVE.weight(), weights, LOAD, BURST) * LINK_BYTES_PER_SECOND * Payload.SHARE
        / FetchStream.LEAST_BYTES;
  }

  /**
   * Measures the row.
   *
   * @throws IOException if a fetch fails, or the controller does not answer
   */
  ClassesResult run() throws IOException, InterruptedException {
    try (ClassesBed bed = ClassesBed.up(line(), random, progress)) {
      bed.configure("{" + ClassesBed.jobs("interactive") + "}");
      alone(bed, WARM_UP_SECONDS);
      Map<SitePair, Double> limits = limits(alone(bed, ALONE_SECONDS));
      progress.accept("promised: " + limits.entrySet().stream()
          .map(each -> String.format(Locale.ROOT, "%s %.0f ms", each.getKey(), each.getValue())).collect(Collectors.joining(", ")));
      bed.configure(promises(limits));
      return ClassesResult.of(ClassesRow.ADMISSION, figures(overloaded(bed), limits));
    }
  }

  /** Measures fetches while both pairs offer half of what can be promised. */
  private List<Taken> alone(ClassesBed bed, double seconds) throws IOException, InterruptedException {
    FetchSchedule schedule = bed.prepare(streams(promisablePerSecond() / 2, promisablePerSecond() / 2), seconds, false);
    bed.run();
    return bed.taken(schedule);
  }

  private static List<FetchStream> streams(double modest, double greedy) {
    return List.of(FetchStream.of(MODEST_PAIR.from(), MODEST_PAIR.to(), modest),
        FetchStream.of(GREEDY_PAIR.from(), GREEDY_PAIR.to(), greedy));
  }

  private static Map<SitePair, Double> limits(List<Taken> alone) {
    return Stream.of(MODEST_PAIR, GREEDY_PAIR).collect(Collectors.toMap(pair -> pair, pair -> TIMES_ALONE * MILLIS
        * Quantiles.percentiles().index(PERCENTILE).compute(alone.stream()
            .filter(each -> each.fetch().job().site().equals(pair.from())).map(Taken::seconds).toList())));
  }

  private static String promises(Map<SitePair, Double> limits) {
    return limits.entrySet().stream().map(each -> String.format(Locale.ROOT,
        "{percentile: %d, bytes: %d, millis: %.3f, from: %s, to: %s}", PERCENTILE, FetchStream.LEAST_BYTES, each.getValue(),
        each.getKey().from(), each.getKey().to()))
        .collect(Collectors.joining(", ", "{" + ClassesBed.jobs("interactive") + ", targets: {interactive: [", "]}}"));
  }

  /** Returns the counts of each pair's fetches between the moment at which shares have settled and the end. */
  private Map<SitePair, Counts> overloaded(ClassesBed bed) throws IOException, InterruptedException {
    double modest = MODEST * promisablePerSecond();
    FetchSchedule schedule =
        bed.prepare(streams(modest, DEMAND * promisablePerSecond() - modest), SETTLE_SECONDS + JUDGED_SECONDS, false);
    bed.run();
    TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
    Map<SitePair, Counts> settled = counts(bed);
    TimeUnit.SECONDS.sleep(JUDGED_SECONDS);
    Map<SitePair, Counts> judged = new HashMap<>();
    counts(bed).forEach((pair, counts) -> judged.put(pair, counts.since(settled.getOrDefault(pair, Counts.NONE))));
    bed.taken(schedule);
    return judged;
  }

  private static Map<SitePair, Counts> counts(ClassesBed bed) throws IOException {
    Map<SitePair, Counts> counts = new HashMap<>();
    for (JsonNode row : bed.list("classes")) {
      counts.put(new SitePair(new SiteId(row.path("from").asText()), new SiteId(row.path("to").asText())), Counts.of(row));
    }
    return counts;
  }

  private static List<Figure> figures(Map<SitePair, Counts> judged, Map<SitePair, Double> limits) throws IOException {
    Counts modest = judged.getOrDefault(MODEST_PAIR, Counts.NONE);
    Counts greedy = judged.getOrDefault(GREEDY_PAIR, Counts.NONE);
    if (modest.measured == 0 || greedy.measured == 0) {
      throw new IOException("the controller lists no fetch with a promise: " + judged);
    }
    return List.of(
        Figure.atLeast(PERCENTILE / ALL, "kept, of the admitted of " + GREEDY_PAIR, greedy.keptShare()),
        Figure.atLeast(PERCENTILE / ALL, "kept, of the admitted of " + MODEST_PAIR, modest.keptShare()),
        Figure.atLeast(ADMITTED, "admitted, of what can be promised",
            (modest.admitted + greedy.admitted) / JUDGED_SECONDS / promisablePerSecond()),
        Figure.atLeast(WITHIN_SHARE, "admitted, of what " + MODEST_PAIR + " offers", modest.admittedShare()),
        Figure.shown("admitted, of what " + GREEDY_PAIR + " offers", greedy.admittedShare()),
        Figure.shown("offered, times what can be promised", DEMAND),
        Figure.shown("promised to " + GREEDY_PAIR + ", ms", limits.get(GREEDY_PAIR)),
        Figure.shown("promised to " + MODEST_PAIR + ", ms", limits.get(MODEST_PAIR)));
  }
}
