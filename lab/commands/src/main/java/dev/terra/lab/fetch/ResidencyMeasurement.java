package dev.terra.lab.fetch;

import com.google.common.base.Splitter;
import com.google.common.collect.Streams;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A measurement of where the bytes of a queue's jobs have been, by all packets at the site that its residency rules
 * out, and by the ledger. Jobs of a queue without a rule run before it: they show that plans and failovers would use
 * that site, and that the capture sees the bytes.
 */
final class ResidencyMeasurement {
  private static final String PREFIX = "td-";
  private static final String FREE = "free";
  private static final String RULED = "ruled";
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 4;
  private static final int WARM_UP_MAPS = 8;
  /** The maps of a job: more than readers request at first, so that agents send the others ahead of their readers. */
  private static final int MAPS = 48;
  private static final int PART_BYTES = 160_000;
  private static final int CUT_AFTER_SECONDS = 3;
  private static final int CUT_SECONDS = 6;
  /** The time for the ledger to be complete: agents report what they have sent every second or more often. */
  private static final int REPORTED_SECONDS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 500;

  private final Wan wan;
  private final TemptingDetour detour;
  private final Consumer<String> progress;

  /** Makes a measurement on a WAN whose capacities are scaled to what one machine emulates. */
  ResidencyMeasurement(Wan nominal, Consumer<String> progress) {
    this.wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    this.detour = TemptingDetour.of(wan);
    this.progress = progress;
  }

  /** The event while a job runs. */
  private enum During {
    NOTHING("nothing"), CUT("a cut link");

    private final String label;

    During(String label) {
      this.label = label;
    }
  }

  /**
   * Measures.
   *
   * @throws IOException if a fetch fails
   */
  ResidencyReport run() throws IOException, InterruptedException {
    SiteCapture.check();
    TerraSetup size = TestbedTerra.affordable(wan);
    try (Bed bed = Bed.up(wan, new Bed.Kind("residency", PREFIX, size.withControllerLines(rules(RULED))), progress)) {
      bed.terra().start();
      Instant began = Instant.now();
      List<ResidencyReport.Job> jobs = new ArrayList<>();
      try (QueueJobs queues = QueueJobs.start(bed, detour.from(), detour.to())) {
        queues.begin(RULED, WARM_UP_MAPS, PART_BYTES);
        queues.fetched();
        queues.end();
        for (During during : During.values()) {
          jobs.add(measure(bed, queues, during, FREE));
          jobs.add(measure(bed, queues, during, RULED));
        }
      }
      long audited = audited(bed, began);
      restartController(bed, size.withControllerLines(rules(RULED, FREE)));
      return ResidencyReport.of(wan.name(), detour, jobs, audited, audited(bed, began));
    }
  }

  private String rules(String... queues) {
    StringBuilder rules = new StringBuilder("residency:");
    for (String queue : queues) {
      rules.append("\n  ").append(queue).append(": {never: ['").append(detour.over()).append("'], stockPath: refuse}");
    }
    return rules.toString();
  }

  private ResidencyReport.Job measure(Bed bed, QueueJobs queues, During during, String queue) throws IOException, InterruptedException {
    long before = ledger(bed);
    try (SiteCapture capture = SiteCapture.begin(bed.testbed(), detour.over(), bed.name(queue))) {
      KnownBytes bytes = queues.begin(queue, MAPS, PART_BYTES);
      if (during == During.CUT) {
        cutAndMend(bed);
      }
      double seconds = queues.fetched();
      if (during == During.CUT && seconds < CUT_AFTER_SECONDS) {
        throw new IOException(String.format(Locale.ROOT, "the job was over after %.1f s, before the link was cut", seconds));
      }
      TimeUnit.SECONDS.sleep(REPORTED_SECONDS);
      long ledger = ledger(bed) - before;
      queues.end();
      ResidencyReport.Job job = new ResidencyReport.Job(during.label, queue.equals(RULED), seconds, bytes.total(), bytes.in(capture.end()),
          ledger, capture.packets(), capture.dropped());
      progress.accept(String.format(Locale.ROOT, "queue %s, %s: %.1f s; at %s %.1f of %.1f MB, by the ledger %.1f MB", queue,
          during.label, seconds, detour.over(), job.captured() / 1e6, job.bytes() / 1e6, ledger / 1e6));
      return job;
    }
  }

  private void cutAndMend(Bed bed) throws InterruptedException {
    TimeUnit.SECONDS.sleep(CUT_AFTER_SECONDS);
    bed.testbed().links().cut(detour.from(), detour.to());
    TimeUnit.SECONDS.sleep(CUT_SECONDS);
    bed.testbed().links().restore(detour.from(), detour.to());
  }

  /** Returns the bytes on paths over the site, so far. */
  private long ledger(Bed bed) throws IOException {
    return Streams.stream(bed.controller("/api/v1/costs?by=path&limit=1000").path("items"))
        .filter(row -> Splitter.on(':').splitToList(row.path("name").asText()).contains(detour.over().name()))
        .mapToLong(row -> row.path("bytes").asLong()).sum();
  }

  /** Returns the bytes of all shuffles that {@code terra audit residency} lists since a time. */
  private static long audited(Bed bed, Instant from) throws IOException, InterruptedException {
    try (Submission audit = bed.terra().operate(List.of("audit", "residency", "--from", from.toString(), "--json"))) {
      if (!audit.await(PATIENCE)) {
        throw new IOException("the controller does not answer to audit residency");
      }
      return Streams.stream(audit.result().path("items")).mapToLong(row -> row.path("bytes").asLong()).sum();
    }
  }

  private static void restartController(Bed bed, TerraSetup size) throws IOException {
    ProcessRecord old = bed.testbed().processes().controller().orElseThrow(() -> new IOException("the controller has ended"));
    old.terminate();
    if (!Waiting.until(PATIENCE, POLL_MILLIS, () -> !old.isAlive())) {
      throw new IOException("the controller does not end");
    }
    bed.testbed().processes().restartController(size);
    bed.terra().awaitTunnels();
  }
}
