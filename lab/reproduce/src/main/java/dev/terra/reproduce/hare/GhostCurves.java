package dev.terra.reproduce.hare;

import dev.terra.core.shares.GhostCache;
import dev.terra.core.shares.MissRatioCurve;
import dev.terra.reproduce.Row;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** The curves of sampled ghost caches, compared with those of ghosts that follow all keys, on several traces. */
final class GhostCurves {
  private static final int KEYS = 1_000_000;
  private static final int READS_PER_KEY = 8;
  private static final int TICKS = 128;
  /** The limit of the distance between a curve and the exact one at each of its points. */
  private static final double NEAR = .02;

  /** The time of an access in the slides: 25 ns. */
  private static final double PAPER_NANOS = 25;
  private static final double MOST_NANOS = 50;
  private static final int TIMED = 1 << 22;
  /** The rounds of the measurement. The first rounds fill the ghost and warm the code up. */
  private static final int ROUNDS = 4;

  private final long seed;
  private final int keys;
  private final LongSupplier nanoClock;

  GhostCurves(long seed, int scale, LongSupplier nanoClock) {
    this.seed = seed;
    this.keys = Math.max(1, KEYS / scale);
    this.nanoClock = nanoClock;
  }

  /** Returns the time of an access and, for each trace, the largest distance of the two curves. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    double nanos = nanosOfAccess();
    rows.add(new Row("ghost", "time of an access", PAPER_NANOS, null, nanos, "ns", nanos <= MOST_NANOS));
    for (GhostTrace trace : GhostTrace.values()) {
      Distance distance = distance(trace);
      double shown = trace.hasCliff() ? distance.mean() : distance.most();
      String which = trace.hasCliff() ? "mean" : "largest";
      rows.add(new Row("ghost", trace + ": " + which + " distance of the sampled curve from the exact one", null, null, shown, "ratio",
          shown <= NEAR));
    }
    return rows;
  }

  /** Returns the time of an access. The keys are drawn before the measurement. */
  private double nanosOfAccess() {
    GhostTrace.Reads reads = GhostTrace.POINTS.of(keys, seed);
    long[] drawn = new long[TIMED];
    for (int i = 0; i < TIMED; i++) {
      drawn[i] = reads.next();
    }
    GhostCache ghost = new GhostCache(seed, GhostCache.SAMPLE_SHIFT, (long) keys * GhostTrace.POINTS.meanBytes() / TICKS, TICKS);
    double nanos = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
      long start = nanoClock.getAsLong();
      for (long key : drawn) {
        ghost.read(key, GhostTrace.POINTS.meanBytes());
      }
      nanos = Math.min(nanos, (double) (nanoClock.getAsLong() - start) / TIMED);
    }
    return nanos;
  }

  private Distance distance(GhostTrace trace) {
    long tick = (long) keys * trace.meanBytes() / TICKS;
    GhostCache sampled = new GhostCache(seed, GhostCache.SAMPLE_SHIFT, tick, TICKS);
    GhostCache exact = new GhostCache(seed, 0, tick, TICKS);
    GhostTrace.Reads reads = trace.of(keys, seed);
    for (long i = 0; i < (long) keys * READS_PER_KEY; i++) {
      long key = reads.next();
      long bytes = reads.bytes(key);
      sampled.read(key, bytes);
      exact.read(key, bytes);
    }
    return distance(sampled.curve(), exact.curve(), tick);
  }

  private static Distance distance(MissRatioCurve one, MissRatioCurve other, long tick) {
    DoubleSummaryStatistics all = IntStream.rangeClosed(1, TICKS).mapToDouble(i -> Math.abs(one.at(i * tick) - other.at(i * tick)))
        .summaryStatistics();
    return new Distance(all.getMax(), all.getAverage());
  }

  /**
   * The distance of two curves. A sample moves a cliff by a point or so, and there the distance is as large as the
   * cliff.
   *
   * @param most the largest distance
   * @param mean the mean distance
   */
  private record Distance(double most, double mean) {}
}
