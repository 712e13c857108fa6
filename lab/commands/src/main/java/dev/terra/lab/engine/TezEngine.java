package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.HdfsBlocks;
import dev.terra.lab.cluster.JobClient;
import dev.terra.testbed.Installation;
import dev.terra.testbed.engine.EngineRuntime;
import dev.terra.testbed.engine.TezConfig;
import dev.terra.testbed.hadoop.ClassArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tez: its own OrderedWordCount and joins, and a DAG with broadcast, ordered and unordered edges. */
public final class TezEngine implements ReplicatingEngine {
  /** The factor on the optimum. Stages start their tasks one after the other, on the cores that all sites share here. */
  private static final double OPTIMUM_FACTOR = 2;
  /** The tasks of each later stage, for each site. With one task for each site, chance gives some sites two and some none. */
  private static final int TASKS_PER_SITE = 2;
  /** The text that begins the counters of a vertex. */
  private static final String VERTEX = "Vertex Counters for ";
  private static final JobCounters.Names COUNTERS = new JobCounters.Names("NUM_SHUFFLED_INPUTS", Set.of("NUM_FAILED_SHUFFLE_INPUTS"),
      Set.of("NUM_FAILED_TASKS", "NUM_KILLED_TASKS"),
      Optional.of(new JobCounters.Sections("DAG Counters:", VERTEX)));

  private final EngineRuntime runtime = EngineRuntime.tez(Installation.home());
  private final List<TezJob> jobs;
  private final double size;
  private final int readersPerSite;
  private final InputShares shares;
  private ClassArchive classes;

  private TezEngine(List<TezJob> jobs, double size, int readersPerSite, InputShares shares) {
    this.jobs = jobs;
    this.size = size;
    this.readersPerSite = readersPerSite;
    this.shares = shares;
  }

  /** Makes an engine whose jobs read a multiple of the usual bytes. */
  TezEngine(double size) {
    this(List.of(TezJob.WORDS, TezJob.EDGES, TezJob.HASH_JOIN, TezJob.MERGE_JOIN), size, TASKS_PER_SITE, InputShares.EVEN);
  }

  /** Returns Tez with one job, an ordered count of words, whose input is divided among sites by these shares. */
  static TezEngine words(double size, InputShares shares) {
    return new TezEngine(List.of(TezJob.WORDS), size, TASKS_PER_SITE, shares);
  }

  /** Returns Tez with one job: a join of which one input is a broadcast that the given number of tasks reads for each site. */
  public static TezEngine broadcast(double size, int readersPerSite) {
    return new TezEngine(List.of(TezJob.BROADCAST_JOIN), size, readersPerSite, InputShares.EVEN);
  }

  @Override
  public EngineName name() {
    return EngineName.TEZ;
  }

  @Override
  public List<DemoJob> jobs() {
    return jobs.stream().map(job -> job.job(size)).toList();
  }

  @Override
  public List<List<DemoJob>> moreBatches() {
    return List.of();
  }

  @Override
  public double optimumFactor() {
    return OPTIMUM_FACTOR;
  }

  @Override
  public List<DemoJob> warmUps() {
    return List.of(TezJob.WARM_UP.job(1));
  }

  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    runtime.ensure(progress::say);
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> inputs, Progress progress) throws IOException, InterruptedException {
    classes = cluster.classes().withHadoop("tez", List.of(runtime.libraries()), runtime.archive("classes"));
    cluster.configure("tez-site.xml", TezConfig.site(List.of(runtime.libraries()), classes));
    cluster.programs().makeInput((folder, site) -> {
      for (DemoJob job : inputs) {
        TezJob.of(job).write(folder, site, Math.round(job.bytesPerSite() * shares.weight(site.index())));
      }
    });
  }

  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException {
    List<String> options = List.of("-Dtez.am.speculation.enabled=" + speculation, "-counter");
    TezJob kind = TezJob.of(job);
    int tasks = (kind == TezJob.BROADCAST_JOIN ? readersPerSite : TASKS_PER_SITE) * cluster.wan().sites().size();
    return cluster.programs().submit(job, run, classes, kind.command(options, job.output(run), tasks));
  }

  @Override
  public Volume volume(DemoCluster cluster, DemoJob job, String run) throws IOException {
    Path log = cluster.programs().clientLog(job, run);
    return new Volume(outputBytes(log, "hashSide"), outputBytes(log, "streamingSide"));
  }

  private static long outputBytes(Path log, String vertex) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return JobCounters.sum(lines, new JobCounters.Sections(VERTEX + vertex + ":", VERTEX), "OUTPUT_BYTES_PHYSICAL", log.toString());
    }
  }

  /**
   * Returns the outcome of a job. Its time ends with the client: the application master stays some seconds longer than
   * its job, for late clients.
   */
  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    double seconds = client.secondsUntilClientEnd(cluster.gateway(), cluster.applications().resourceManagerUrl());
    return new JobOutcome(seconds, JobCounters.read(client.log(), COUNTERS));
  }

  /**
   * Returns the outputs of jobs. OrderedWordCount leaves words with the same count in the order in which they came, so
   * lines are compared sorted.
   */
  @Override
  public Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException {
    HdfsBlocks blocks = cluster.programs().blocks(DemoJob.OUTPUT);
    return (job, run, otherRun) -> {
      List<String> lines = blocks.sortedLines(job.output(run));
      return !lines.isEmpty() && lines.equals(blocks.sortedLines(job.output(otherRun)));
    };
  }
}
