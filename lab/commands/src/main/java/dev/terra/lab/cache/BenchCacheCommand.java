package dev.terra.lab.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.math.Quantiles;
import dev.terra.core.shares.GhostCache;
import dev.terra.core.shares.MissRatioCurve;
import dev.terra.lab.command.LabCommand;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench cache}: what the ghost caches behind the shares of queues cost, and how near their curves are. */
@Command(
    name = "cache",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Gives five traces of reads to the ghost caches by which queues share a site's cache: how long an access takes, and how",
      "far the miss ratio curve of the sample is from that of all keys, at most. Exit code 1 if an access takes more than 50 ns",
      "or a curve is off by more than 0.02."
    })
public final class BenchCacheCommand extends LabCommand {
  private static final double MOST_NANOS = 50;
  private static final double MOST_OFF = 0.02;
  /** A segment of a reader, as the ghost counts them. */
  private static final long BYTES = 64 << 10;
  private static final int POINTS = 100;
  private static final long TICK_BYTES = 200_000 * BYTES / POINTS;
  private static final int MOST_READS = 100_000_000;

  @Option(names = "--reads", paramLabel = "N", defaultValue = "4000000",
      description = "Reads of a trace, 100000 and more (default 4000000).")
  private int reads;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "5",
      description = "How often a trace is read; the median counts, 1 to 100 (default 5).")
  private int rounds;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of traces and samples (default 1).")
  private long seed;

  @Override
  public Integer call() throws JsonProcessingException {
    expect("--reads", reads, 100_000, MOST_READS);
    expect("--rounds", rounds, 1, 100);
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = report.put("seed", seed).put("reads", reads).putArray("rows");
    boolean holds = true;
    for (ReadTrace trace : ReadTrace.five(reads, seed)) {
      MissRatioCurve exact = curve(trace, 0);
      MissRatioCurve sampled = curve(trace, GhostCache.SAMPLE_SHIFT);
      double off = IntStream.rangeClosed(1, POINTS).mapToLong(point -> point * TICK_BYTES)
          .mapToDouble(size -> Math.abs(exact.at(size) - sampled.at(size))).max().orElseThrow();
      double nanos = Quantiles.median().compute(IntStream.range(0, rounds).mapToDouble(round -> nanos(trace)).toArray());
      boolean rowHolds = nanos <= MOST_NANOS && off <= MOST_OFF;
      rows.addObject().put("trace", trace.label()).put("nanosPerAccess", nanos).put("off", off).put("holds", rowHolds);
      holds &= rowHolds;
      progress().say(trace.label() + " is done");
    }
    return report(report, holds, BenchCacheCommand::print);
  }

  private GhostCache ghost(int shift) {
    return new GhostCache(seed, shift, TICK_BYTES, POINTS);
  }

  private MissRatioCurve curve(ReadTrace trace, int shift) {
    GhostCache ghost = ghost(shift);
    for (long key : trace.keys()) {
      ghost.read(key, BYTES);
    }
    return ghost.curve();
  }

  private double nanos(ReadTrace trace) {
    GhostCache ghost = ghost(GhostCache.SAMPLE_SHIFT);
    long[] keys = trace.keys();
    long begin = System.nanoTime();
    for (long key : keys) {
      ghost.read(key, BYTES);
    }
    return (double) (System.nanoTime() - begin) / keys.length;
  }

  private static void print(PrintWriter out, JsonNode report) {
    out.printf(Locale.ROOT, "%-20s %12s %16s%n", "trace", "ns an access", "curve off by");
    for (JsonNode row : report.path("rows")) {
      out.printf(Locale.ROOT, "%-20s %12.1f %16.4f  %s%n", row.path("trace").asText(), row.path("nanosPerAccess").asDouble(),
          row.path("off").asDouble(), row.path("holds").asBoolean() ? "holds" : "DOES NOT HOLD");
    }
  }
}
