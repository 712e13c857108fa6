package dev.terra.lab.agents;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.AgentSnapshot;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.ShrinkingBytes;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.CpuQuota;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.ProcessUsage;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Two sites with an agent each, limited to a part of a core, and shuffles of compressible bytes from one site to the other. */
final class CompressingPair implements AutoCloseable {
  private static final String PREFIX = "tz-";
  private static final TerraSetup SIZE = new TerraSetup(256, 1);
  /** The rate of the link while agents warm up: more than two cores can send. */
  private static final double WARM_UP_BYTES_PER_SECOND = 10e9 / 8;
  /** Bytes of each kind that are moved before the limit applies, so that Java code is compiled by then. */
  private static final long WARM_UP_BYTES = 300_000_000;
  private static final long FILE_BYTES = 32_000_000;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration BEGIN_PATIENCE = Duration.ofSeconds(20);
  /**
   * The time for a shuffle to end. If a submission's end does not reach the controller, the controller ends its
   * shuffles after a minute.
   */
  private static final Duration END_PATIENCE = Duration.ofSeconds(90);
  /** The time for a change to arrive: bytes of another kind, or the plan of a new controller. */
  private static final Duration CHANGE_PATIENCE = Duration.ofMinutes(2);
  private static final int ATTEMPTS = 8;
  private static final long POLL_MILLIS = 50;
  /** The pause between two requests to an agent. Each answer costs the agent some milliseconds of its part of a core. */
  private static final long WATCH_MILLIS = 200;
  private static final List<SiteId> SITES = List.of(PairWan.LINK.from(), PairWan.LINK.to());

  private final Bed bed;
  private final double cores;
  private final long seed;
  private final Map<Double, Path> files = new LinkedHashMap<>();
  private final List<CpuQuota> quotas = new ArrayList<>();
  private TestbedTerra terra;
  private int shuffles;

  /**
   * The bytes that were sent in compressed chunks.
   *
   * @param plainBytes before compression
   * @param wireBytes after compression
   */
  record Compressed(long plainBytes, long wireBytes) {
    private Compressed since(Compressed before) {
      return new Compressed(plainBytes - before.plainBytes, wireBytes - before.wireBytes);
    }
  }

  /**
   * The measurements of a part of a shuffle.
   *
   * @param plainBytesPerSecond plain bytes that were delivered in a second
   * @param wireBytes the bytes on the link that carried them
   * @param share X at the end, 0 to 1
   * @param cpuSecondsPerGigabyte of both agents, for a gigabyte of plain bytes
   */
  record Sample(double plainBytesPerSecond, long wireBytes, Compressed compressed, double share, double cpuSecondsPerGigabyte) {}

  /** The bytes that are left, and the bytes that have been delivered. */
  record Progress(long outstandingBytes, long deliveredBytes) {}

  /** The figures of both agents at one moment. */
  record Reading(long atMillis, Progress progress, Compressed compressed, double share, double cpuSeconds) {
    /** Returns the plain bytes that are left to deliver. */
    long outstandingBytes() {
      return progress.outstandingBytes;
    }

    private Sample since(Reading before) {
      long plain = before.progress.outstandingBytes - progress.outstandingBytes;
      Compressed part = compressed.since(before.compressed);
      return new Sample(plain / (double) (atMillis - before.atMillis) * 1e3, plain - part.plainBytes + part.wireBytes, part, share,
          (cpuSeconds - before.cpuSeconds) / (plain / 1e9));
    }
  }

  /**
   * Brings the WAN up and makes the bytes.
   *
   * @param cores of each agent
   * @param ratios by which bytes shrink
   */
  CompressingPair(double cores, List<Double> ratios, long seed, Consumer<String> progress) throws IOException {
    this.cores = cores;
    this.seed = seed;
    this.bed = Bed.up(PairWan.of(WARM_UP_BYTES_PER_SECOND), new Bed.Kind("compression", PREFIX, SIZE), progress);
    for (double ratio : ratios) {
      Path file = bed.testbed().directory().file("bytes", ratio + ".bin");
      ShrinkingBytes.write(file, ratio, FILE_BYTES, seed);
      files.put(ratio, file);
    }
  }

  /** Starts agents whose configuration has these lines, warms them up, and limits them. */
  void start(String agentLines) throws IOException, InterruptedException {
    shape(WARM_UP_BYTES_PER_SECOND);
    terra = new TestbedTerra(bed.testbed(), SIZE.withAgentLines(agentLines), line -> { });
    terra.start();
    for (double ratio : files.keySet()) {
      try (Submission submission = submit(ratio, false, WARM_UP_BYTES / PairWan.TRANSFERS)) {
        submission.seconds(PATIENCE);
      }
    }
    try (Submission submission = submit(files.keySet().iterator().next(), true, WARM_UP_BYTES / PairWan.TRANSFERS)) {
      submission.seconds(PATIENCE);
    }
    useCores(cores);
  }

  /** Limits each agent to a number of cores. */
  void useCores(double number) {
    freeAgents();
    for (SiteId site : SITES) {
      quotas.add(CpuQuota.limit(agent(site), "terra-compression-" + site, number));
    }
  }

  private void freeAgents() {
    quotas.forEach(CpuQuota::close);
    quotas.clear();
  }

  /** Gives the link another rate and starts a new controller that plans with it. Agents go on. */
  void useRate(double bytesPerSecond) throws IOException {
    shape(bytesPerSecond);
    restartController();
    awaitPlans();
  }

  /**
   * Starts a new controller that plans with a rate that can differ from the link's, and does not wait for its plan.
   * Agents and shuffles go on.
   */
  void plan(double bytesPerSecond) throws IOException {
    tell(new Bandwidth(bytesPerSecond));
    restartController();
  }

  private void restartController() {
    bed.testbed().processes().controller().ifPresent(ProcessRecord::killAndWait);
    bed.testbed().processes().restartController(terra.size());
  }

  /** Waits until the controller has the state of all tunnels. */
  void awaitPlans() throws IOException {
    terra.awaitTunnels();
  }

  /** Returns the payload bytes/s that the controller plans on the link, 0 while the controller does not answer. */
  double plannedBytesPerSecond() {
    try {
      return Streams.stream(bed.controller("/api/v1/links?limit=1000").path("items"))
          .filter(link -> link.path("from").asText().equals(PairWan.LINK.from().name()))
          .mapToDouble(link -> link.path("allocatedBytesPerSecond").asDouble()).sum();
    } catch (IOException e) {
      return 0;
    }
  }

  private void shape(double bytesPerSecond) throws IOException {
    Bandwidth rate = new Bandwidth(bytesPerSecond);
    bed.testbed().links().setRate(PairWan.LINK.from(), PairWan.LINK.to(), rate);
    tell(rate);
  }

  private void tell(Bandwidth rate) throws IOException {
    bed.testbed().directory().write(Cluster.TOLD_TOPOLOGY,
        Topologies.toYaml(bed.testbed().addresses().withSubnets().mapLinks(link -> link.withCapacity(rate))));
  }

  private ProcessRecord agent(SiteId site) {
    return bed.testbed().processes().agent(site).orElseThrow();
  }

  private Submission submit(double ratio, boolean uncompressed, long bytes) throws IOException {
    String id = "run-" + ++shuffles;
    return terra.submit(id, List.of(PairWan.matrix(id, files.get(ratio), Collections.nCopies(PairWan.TRANSFERS, bytes), PATIENCE)),
        uncompressed ? List.of("--uncompressed") : List.of());
  }

  /**
   * A file whose first bytes shrink by one ratio, and whose other bytes shrink by another one.
   *
   * @param firstBytes the number of bytes of the first kind
   * @param bytes of both kinds
   */
  record TwoKinds(Path file, long firstBytes, long bytes) {}

  /** Makes a file that has at least the given numbers of bytes of two kinds. */
  TwoKinds twoKinds(double first, long firstBytes, double second, long secondBytes) throws IOException {
    Path file = bed.testbed().directory().file("bytes", first + "-" + second + ".bin");
    Path rest = bed.testbed().directory().file("bytes", "rest.bin");
    ShrinkingBytes.write(file, first, firstBytes, seed);
    ShrinkingBytes.write(rest, second, secondBytes, seed);
    long change = Files.size(file);
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      Files.copy(rest, out);
    }
    Files.delete(rest);
    return new TwoKinds(file, change, Files.size(file));
  }

  /** Begins a shuffle of one segment, whose bytes are sent in their order. Returns when the first byte arrives. */
  Going begin(TwoKinds bytes) throws IOException, InterruptedException {
    String id = "run-" + ++shuffles;
    String matrix = PairWan.matrix(id, bytes.file, List.of(bytes.bytes), PATIENCE);
    return begin(() -> terra.submit(id, List.of(matrix), List.of()));
  }

  /** Begins a shuffle. Returns when the first byte arrives. */
  Going begin(double ratio) throws IOException, InterruptedException {
    return begin(() -> submit(ratio, false, FILE_BYTES));
  }

  private interface Start {
    Submission submit() throws IOException;
  }

  private Going begin(Start start) throws IOException, InterruptedException {
    long before = read().progress.deliveredBytes;
    Submission submission = start.submit();
    try {
      await("a shuffle has not begun", BEGIN_PATIENCE, () -> read().progress.deliveredBytes > before);
    } catch (IOException | InterruptedException e) {
      submission.close();
      throw e;
    }
    return new Going(submission);
  }

  /** A running shuffle. Closing it cancels the shuffle and waits until the agents have ended it. */
  final class Going implements AutoCloseable {
    private final Submission submission;

    private Going(Submission submission) {
      this.submission = submission;
    }

    /**
     * Returns the figures of the agents, five times a second, from the first time that a condition holds.
     *
     * @throws IOException if the condition does not hold in time, or the shuffle ends too soon
     */
    List<Reading> after(Predicate<Reading> holds, Duration length) throws IOException, InterruptedException {
      List<Reading> readings = new ArrayList<>();
      long end = System.nanoTime() + CHANGE_PATIENCE.toNanos();
      while (readings.isEmpty() || last(readings).atMillis - readings.get(0).atMillis < length.toMillis()) {
        Reading reading = read();
        if (reading.outstandingBytes() == 0 || submission.isOver()) {
          throw new IOException("a shuffle was over before it was measured (log: " + submission.log() + ")");
        }
        if (readings.isEmpty() && System.nanoTime() > end) {
          throw new IOException("no change after " + CHANGE_PATIENCE.toSeconds() + " s");
        }
        if (!readings.isEmpty() || holds.test(reading)) {
          readings.add(reading);
        }
        Thread.sleep(WATCH_MILLIS);
      }
      return readings;
    }

    private static Reading last(List<Reading> readings) {
      return readings.get(readings.size() - 1);
    }

    @Override
    public void close() throws IOException {
      submission.close();
      try {
        await("a cancelled shuffle goes on", END_PATIENCE, () -> read().progress.outstandingBytes == 0);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  /**
   * Measures a part of a shuffle, and cancels the shuffle.
   *
   * @param uncompressed whether no chunk of it is compressed
   * @param settle the time from the first byte to the beginning of the part
   * @param length of the part
   */
  Sample measure(double ratio, boolean uncompressed, Duration settle, Duration length) throws IOException, InterruptedException {
    try (Going going = begin(() -> submit(ratio, uncompressed, FILE_BYTES))) {
      Thread.sleep(settle.toMillis());
      Reading begin = read();
      Thread.sleep(length.toMillis());
      Reading end = read();
      if (going.submission.isOver() || end.progress.outstandingBytes == 0) {
        throw new IOException("a shuffle was over before it was measured (log: " + going.submission.log() + ")");
      }
      return end.since(begin);
    }
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(String otherwise, Duration patience, Condition condition) throws IOException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new IOException(otherwise + " after " + patience.toSeconds() + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /**
   * Reads the figures of the agents, in several attempts: an agent that waits for its part of a core may leave a
   * request unanswered.
   */
  private Reading read() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      JsonNode stats = bed.stats(SITES.get(0));
      if (stats.has("atMillis")) {
        return reading(stats);
      }
    }
    throw new IOException("the agent at " + SITES.get(0) + " does not answer (logs: " + bed.testbed().directory().keptLogs() + ")");
  }

  private Reading reading(JsonNode stats) {
    AgentSnapshot agent = AgentSnapshot.of(stats);
    JsonNode metrics = stats.path("metrics");
    Progress progress =
        new Progress(agent.outstandingBytes(), agent.deliveredBytes());
    return new Reading(stats.path("atMillis").asLong(), progress,
        new Compressed(metrics.path("agent.compressed-plain-bytes").asLong(), metrics.path("agent.compressed-wire-bytes").asLong()),
        stats.path("compressionShare").asDouble(), SITES.stream().mapToDouble(this::cpuSeconds).sum());
  }

  private double cpuSeconds(SiteId site) {
    return agent(site).usage().map(ProcessUsage::cpuSeconds).orElseThrow();
  }

  /** Ends the agents. */
  void stop() {
    freeAgents();
    terra.stop();
  }

  @Override
  public void close() {
    bed.close();
  }
}
