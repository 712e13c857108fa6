package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.HdfsBlocks;
import dev.terra.lab.cluster.JobClient;
import dev.terra.testbed.engine.SparkVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Spark on YARN with the external shuffle service: jobs of the DataFrame, RDD and streaming interfaces, with one
 * executor of each job at a site.
 */
public final class SparkEngine implements ReplicatingEngine {
  /**
   * The size of the skewed join's tables, compared with those of other jobs: a third of one table is as much as Tez
   * broadcasts here.
   */
  private static final double SKEW_JOIN_SIZE = 0.12;
  /** The number of partitions of the skewed join, all of the same kind. */
  private static final int SKEW_JOIN_PARTITIONS = 3;
  /** A pattern of the event log if adaptive execution split a partition and gave the other side's partition to all parts. */
  private static final String SKEWED = "AQEShuffleRead [a-z ]*skewed";

  private final double size;
  private final List<SparkJob> jobs;
  private final Map<String, String> properties;
  private final SparkClients clients;
  private String lastApplication;

  /** Makes an engine with a version of Spark, whose jobs read a multiple of the usual bytes. */
  public SparkEngine(double size, SparkVersion version) {
    this(size, version, List.of(SparkJob.JOIN, SparkJob.SORT), Map.of());
  }

  private SparkEngine(double size, SparkVersion version, List<SparkJob> jobs, Map<String, String> properties) {
    this.size = size;
    this.jobs = jobs;
    this.properties = properties;
    this.clients = new SparkClients(version);
  }

  /** Returns Spark with one job: a skewed join, whose large partition is split for the given number of tasks for each site. */
  public static SparkEngine skewJoin(double size, int readersPerSite) {
    long mapBytes = SparkJob.tableBytes(size * SKEW_JOIN_SIZE) / readersPerSite;
    return new SparkEngine(size * SKEW_JOIN_SIZE, SparkVersion.V3_5, List.of(SparkJob.REPLICATED),
        Map.of("spark.sql.files.maxPartitionBytes", Long.toString(mapBytes)));
  }

  @Override
  public EngineName name() {
    return EngineName.SPARK;
  }

  @Override
  public List<DemoJob> jobs() {
    return jobs.stream().map(job -> job.job(size)).toList();
  }

  @Override
  public List<List<DemoJob>> moreBatches() {
    return Stream.of(List.of(SparkJob.AGGREGATE, SparkJob.SKEW), List.of(SparkJob.CACHED, SparkJob.STREAM), List.of(SparkJob.PYTHON))
        .map(batch -> batch.stream().map(job -> job.job(size)).toList()).toList();
  }

  @Override
  public List<DemoJob> warmUps() {
    return List.of(SparkJob.WARM_UP.job(1));
  }

  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    clients.install(progress);
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException {
    clients.prepare(cluster);
    clients.configure(cluster, properties);
    cluster.programs().makeInput((folder, site) -> {
      SparkJob.writeInput(folder, site, size);
      SparkJob.writeInput(Files.createDirectories(folder.resolve(SparkJob.SAMPLE)), site, SparkJob.SAMPLE_SIZE);
    });
  }

  /** Writes the operator's files with additional properties. NodeManagers that start later, and jobs, use them. */
  public void configure(DemoCluster cluster, Map<String, String> properties) {
    clients.configure(cluster, properties);
  }

  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException {
    SparkJob what = SparkJob.of(job);
    List<String> program = List.of(clients.runtime().program().toString(), what.program(), what.input(), job.output(run));
    return cluster.programs().submitCommand(job, run, clients.command(cluster, program));
  }

  /** Returns the outcome of a job. Its time is that of the application until the client has ended. */
  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    double seconds = client.secondsUntilClientEnd(cluster.gateway(), cluster.applications().resourceManagerUrl());
    lastApplication = client.application().orElseThrow();
    SparkEventLog log = SparkEventLog.read(clients.eventLog(lastApplication));
    return new JobOutcome(seconds, log.counters(), log.remoteBytes());
  }

  /** Returns the volume of a job. The output of the larger table is the largest of all stages. */
  @Override
  public Volume volume(DemoCluster cluster, DemoJob job, String run) throws IOException {
    if (!eventLogHas(SKEWED)) {
      throw new IOException("Spark split no partition of " + job.name());
    }
    SparkEventLog log = SparkEventLog.read(clients.eventLog(lastApplication));
    long replicated = log.writtenByStage().values().stream().mapToLong(Long::longValue).max().orElse(0) / SKEW_JOIN_PARTITIONS;
    return new Volume(replicated, log.writtenByStage().values().stream().mapToLong(Long::longValue).sum() - replicated);
  }

  /** Returns whether the event log of the last job that ended contains a pattern. */
  public boolean eventLogHas(String pattern) throws IOException {
    try (Stream<String> lines = Files.lines(clients.eventLog(lastApplication))) {
      return lines.anyMatch(Pattern.compile(pattern).asPredicate());
    }
  }

  /** Returns why executors of the last job that ended took Spark's own path; empty if they did not. */
  public Optional<String> whyStock(DemoCluster cluster) throws IOException {
    return clients.whyStock(cluster, lastApplication);
  }

  /** Returns the outputs of jobs. Rows have no order except that of a sort, in which rows of equal keys may change places. */
  @Override
  public Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException {
    HdfsBlocks blocks = cluster.programs().blocks(DemoJob.OUTPUT);
    return (job, run, otherRun) -> {
      List<String> lines = blocks.sortedLines(job.output(run));
      return !lines.isEmpty() && lines.equals(blocks.sortedLines(job.output(otherRun)));
    };
  }
}
