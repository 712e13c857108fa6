package dev.terra.lab.fetch;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.fetch.LoopingQueues.Count;
import dev.terra.lab.fetch.LoopingQueues.Load;
import dev.terra.lab.fetch.SharesReport.Arrival;
import dev.terra.lab.fetch.SharesReport.Division;
import dev.terra.lab.fetch.SharesReport.Queue;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A measurement of two queues at a site whose agent has a cache. The first queue reads any of the segments of a
 * broadcast that is a quarter larger than the cache. The second one reads the segments of a broadcast twice as large as
 * the cache in turn, so that no segment is cached any more when it is read again. Both read over the same links, which
 * carry less than they could read. With an equal share the first queue misses six of ten reads, and with all of the
 * cache two or three: it then reads more than twice as much for the same bytes over the WAN. Then a third queue begins,
 * which reads like the first one.
 */
final class SharesMeasurement {
  private static final String PREFIX = "th-";
  /** Bytes/s over all links, so few that links and not the processor limit what is read. */
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 8;
  private static final long CACHE_BYTES = 16 << 20;
  private static final int SEGMENT_BYTES = 64 << 10;
  private static final int READERS = 8;
  private static final int REUSED_SEGMENTS = (int) (CACHE_BYTES / SEGMENT_BYTES * 5 / 4);
  private static final int SCANNED_SEGMENTS = (int) (CACHE_BYTES / SEGMENT_BYTES * 2);
  private static final Load REUSE = new Load("reuse", REUSED_SEGMENTS, SEGMENT_BYTES, READERS, false);
  private static final Load SCAN = new Load("scan", SCANNED_SEGMENTS, SEGMENT_BYTES, READERS, true);
  private static final Load THIRD = new Load("third", REUSED_SEGMENTS, SEGMENT_BYTES, READERS, false);
  /** The period after which an agent divides its cache again. */
  private static final int PERIOD_SECONDS = 30;
  /**
   * The time of two divisions and of filling the cache afterwards. At the first division, every read so far is the
   * first of its segment.
   */
  private static final int SETTLING_SECONDS = 2 * PERIOD_SECONDS + 15;
  private static final int MEASURED_SECONDS = 2 * PERIOD_SECONDS;
  private static final long POLL_SECONDS = 2;
  private static final double NANOS = 1e9;

  private final Wan wan;
  private final LinkId link;
  private final Consumer<String> progress;

  /** Makes a measurement on a WAN whose capacities are scaled to what one machine emulates. */
  SharesMeasurement(Wan nominal, Consumer<String> progress) {
    this.wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    TemptingDetour detour = TemptingDetour.of(wan);
    this.link = new LinkId(detour.from(), detour.to());
    this.progress = progress;
  }

  /**
   * Measures the queues with equal shares and with HARE's shares.
   *
   * @throws IOException if a process ends early
   */
  SharesReport run() throws IOException, InterruptedException {
    SharesReport.Place place = new SharesReport.Place(wan.name(), link.from().name(), link.to().name(), CACHE_BYTES);
    Division equal;
    try (Bed bed = up("equal"); LoopingQueues queues = LoopingQueues.start(bed, link.from(), link.to())) {
      equal = settled(bed, queues, "equal");
    }
    try (Bed bed = up("hare"); LoopingQueues queues = LoopingQueues.start(bed, link.from(), link.to())) {
      Division hare = settled(bed, queues, "hare");
      SharesReport.Arrival third = arrival(bed, queues);
      return SharesReport.of(place, equal, hare, third, queues.count().failed());
    }
  }

  private Bed up(String policy) throws IOException {
    String lines = String.format(Locale.ROOT, "cache: {memoryBytes: %d, shares: %s}", CACHE_BYTES, policy);
    Bed bed = Bed.up(wan, new Bed.Kind("shares", PREFIX, TestbedTerra.affordable(wan).withAgentLines(lines)), progress);
    try {
      bed.terra().start();
      return bed;
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private Division settled(Bed bed, LoopingQueues queues, String policy) throws IOException, InterruptedException {
    queues.begin(REUSE);
    queues.begin(SCAN);
    progress.accept("shares " + policy + ": two queues read, shares settle for " + SETTLING_SECONDS + " s");
    TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
    Count before = queues.count();
    TimeUnit.SECONDS.sleep(MEASURED_SECONDS);
    Division division = division(bed, policy, before, queues.count());
    progress.accept("shares " + policy + ": " + inWords(division));
    return division;
  }

  private Division division(Bed bed, String policy, Count before, Count after) throws IOException {
    double seconds = (after.nanos() - before.nanos()) / NANOS;
    JsonNode cache = cache(bed);
    List<Queue> queues = after.bytes().keySet().stream().map(name -> {
      double rate = (after.bytes().get(name) - before.bytes().getOrDefault(name, 0L)) / seconds;
      return new Queue(name, rate, of(cache, name, "usedBytes"), of(cache, name, "shareBytes"));
    }).toList();
    return new Division(policy, queues, after.failed());
  }

  private static String inWords(Division division) {
    return division.queues().stream().map(queue -> String.format(Locale.ROOT, "%s reads %.2f MB/s, holds %.1f of %.1f MB", queue.name(),
        queue.bytesPerSecond() / 1e6, queue.usedBytes() / 1e6, queue.shareBytes() / 1e6)).collect(Collectors.joining("; "));
  }

  /** Begins a third queue and waits until it has its share. */
  private Arrival arrival(Bed bed, LoopingQueues queues) throws IOException, InterruptedException {
    queues.begin(THIRD);
    long began = System.nanoTime();
    double limit = 2 * PERIOD_SECONDS;
    Arrival now = new Arrival(limit, null, 0, 0);
    while (now.secondsToShare() == null && (System.nanoTime() - began) / NANOS < limit) {
      TimeUnit.SECONDS.sleep(POLL_SECONDS);
      now = arrival(cache(bed), limit, (System.nanoTime() - began) / NANOS);
    }
    progress.accept(String.format(Locale.ROOT, "the third queue holds %.1f of %.1f MB after %.0f s", now.usedBytes() / 1e6,
        now.shareBytes() / 1e6, (System.nanoTime() - began) / NANOS));
    return now;
  }

  private static Arrival arrival(JsonNode cache, double limit, double seconds) {
    long used = of(cache, THIRD.queue(), "usedBytes");
    long share = of(cache, THIRD.queue(), "shareBytes");
    boolean there = share >= CACHE_BYTES / 3 && used >= SharesReport.FULL * share && seconds <= limit;
    return new Arrival(limit, there ? seconds : null, used, share);
  }

  private JsonNode cache(Bed bed) throws IOException {
    return Streams.stream(bed.controller("/api/v1/caches").path("items"))
        .filter(row -> row.path("site").asText().equals(link.to().name())).findFirst()
        .orElseThrow(() -> new IOException("the controller knows no cache at " + link.to()));
  }

  private static long of(JsonNode cache, String queue, String figure) {
    return Streams.stream(cache.path("queues")).filter(row -> row.path("queue").asText().equals(queue))
        .mapToLong(row -> row.path(figure).asLong()).sum();
  }
}
