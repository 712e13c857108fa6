package dev.terra.lab.agents;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Two sites with an agent each, limited to a part of a core, and shuffles of bytes that shrink from one to the other. */
final class CompressingPair implements AutoCloseable {
  private static final String PREFIX = "tz-";
  private static final TerraSetup SIZE = new TerraSetup(256, 1);
  /** The rate of the link while agents warm up: more than two cores send. */
  private static final double WARM_UP_BYTES_PER_SECOND = 10e9 / 8;
  /** Bytes of each kind: what is compiled then need not be compiled with the limit. */
  private static final long WARM_UP_BYTES = 300_000_000;
  private static final long FILE_BYTES = 32_000_000;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration BEGIN_PATIENCE = Duration.ofSeconds(20);
  /** A controller that does not hear of the end of a submission ends its shuffles after a minute. */
  private static final Duration END_PATIENCE = Duration.ofSeconds(90);
  private static final int ATTEMPTS = 8;
  private static final long POLL_MILLIS = 50;
  private static final List<SiteId> SITES = List.of(PairWan.LINK.from(), PairWan.LINK.to());

  private final Bed bed;
  private final double cores;
  private final Map<Double, Path> files = new LinkedHashMap<>();
  private final List<CpuQuota> quotas = new ArrayList<>();
  private TestbedTerra terra;
  private int shuffles;

  /**
   * What went in compressed chunks.
   *
   * @param plainBytes that they stand for
   * @param wireBytes that they had
   */
  record Compressed(long plainBytes, long wireBytes) {
    private Compressed since(Compressed before) {
      return new Compressed(plainBytes - before.plainBytes, wireBytes - before.wireBytes);
    }
  }

  /**
   * What a part of a shuffle was like.
   *
   * @param plainBytesPerSecond that were delivered
   * @param wireBytes what they were on the link
   * @param share X at the end, 0 to 1
   * @param cpuSecondsPerGigabyte of both agents, for plain bytes
   */
  record Sample(double plainBytesPerSecond, long wireBytes, Compressed compressed, double share, double cpuSecondsPerGigabyte) {}

  /** What is left and what has been delivered. */
  private record Progress(long outstandingBytes, long deliveredBytes) {}

  /** What the agents say at one moment. */
  private record Reading(long atMillis, Progress progress, Compressed compressed, double share, double cpuSeconds) {
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
    for (SiteId site : SITES) {
      quotas.add(CpuQuota.limit(agent(site), "terra-compression-" + site, cores));
    }
  }

  /** Gives the link another rate, and has a new controller plan by it; agents go on. */
  void useRate(double bytesPerSecond) throws IOException {
    shape(bytesPerSecond);
    bed.testbed().processes().controller().ifPresent(ProcessRecord::killAndWait);
    bed.testbed().processes().restartController(terra.size());
    terra.awaitTunnels();
  }

  private void shape(double bytesPerSecond) throws IOException {
    Bandwidth rate = new Bandwidth(bytesPerSecond);
    bed.testbed().links().setRate(PairWan.LINK.from(), PairWan.LINK.to(), rate);
    bed.testbed().directory().write(Cluster.TOLD_TOPOLOGY,
        Topologies.toYaml(bed.testbed().addresses().withSubnets().mapLinks(link -> link.withCapacity(rate))));
  }

  private ProcessRecord agent(SiteId site) {
    return bed.testbed().processes().agent(site).orElseThrow();
  }

  private Submission submit(double ratio, boolean uncompressed, long bytes) throws IOException {
    String id = "run-" + ++shuffles;
    return terra.submit(id, List.of(PairWan.matrix(id, files.get(ratio), bytes, PATIENCE)),
        uncompressed ? List.of("--uncompressed") : List.of());
  }

  /**
   * A part of a shuffle, which is cancelled then.
   *
   * @param uncompressed whether no chunk of it is compressed
   * @param settle how long after the first byte the part begins
   * @param length of the part
   */
  Sample measure(double ratio, boolean uncompressed, Duration settle, Duration length) throws IOException, InterruptedException {
    long before = read().progress.deliveredBytes;
    Sample sample;
    try (Submission submission = submit(ratio, uncompressed, FILE_BYTES)) {
      await("a shuffle has not begun", BEGIN_PATIENCE, () -> read().progress.deliveredBytes > before);
      Thread.sleep(settle.toMillis());
      Reading begin = read();
      Thread.sleep(length.toMillis());
      Reading end = read();
      sample = end.since(begin);
      if (submission.isOver() || end.progress.outstandingBytes == 0) {
        throw new IOException("a shuffle was over before it was measured (log: " + submission.log() + ")");
      }
    }
    await("a cancelled shuffle goes on", END_PATIENCE, () -> read().progress.outstandingBytes == 0);
    return sample;
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

  /** An agent that waits for its part of a core may leave a question without an answer. */
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
        new Progress(agent.outstandingBytes(), agent.deliveredByPath().values().stream().mapToLong(Long::longValue).sum());
    return new Reading(stats.path("atMillis").asLong(), progress,
        new Compressed(metrics.path("agent.compressed-plain-bytes").asLong(), metrics.path("agent.compressed-wire-bytes").asLong()),
        stats.path("compressionShare").asDouble(), SITES.stream().mapToDouble(this::cpuSeconds).sum());
  }

  private double cpuSeconds(SiteId site) {
    return agent(site).usage().map(ProcessUsage::cpuSeconds).orElseThrow();
  }

  /** Ends the agents. */
  void stop() {
    quotas.forEach(CpuQuota::close);
    quotas.clear();
    terra.stop();
  }

  @Override
  public void close() {
    bed.close();
  }
}
