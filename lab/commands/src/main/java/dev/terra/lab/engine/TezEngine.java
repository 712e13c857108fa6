package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.HdfsBlocks;
import dev.terra.lab.cluster.JobClient;
import dev.terra.lab.cluster.SiteInput;
import dev.terra.testbed.Installation;
import dev.terra.testbed.engine.EngineRuntime;
import dev.terra.testbed.engine.TezConfig;
import dev.terra.testbed.hadoop.ClassArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tez: its own OrderedWordCount and two joins, and a DAG with broadcast, ordered and unordered edges. */
final class TezEngine implements Engine {
  private static final double BYTES_PER_SITE = 28e6;
  private static final double JOINED_BYTES_PER_SITE = 20e6;
  /** Stages, one after the other, start their tasks on the cores that all sites share here. */
  private static final double OPTIMUM_FACTOR = 2;
  /** Of each later stage: with one, chance gives some sites two and some none. */
  private static final int TASKS_PER_SITE = 2;
  private static final DemoJob WARM_UP = new DemoJob("warm-up", 100_000);
  /** Every word crosses an edge when it is read and, once for all its occurrences, another when it is sorted by count. */
  private static final double WORDS_SHARE_OF_INPUT = 0.7;
  /** Every fact crosses two edges, with a few bytes more each time. */
  private static final double FACTS_SHARE_OF_INPUT = 0.47;
  private static final String FACTS = DemoCluster.INPUT + "/facts";
  private static final String NAMES = DemoCluster.INPUT + "/names";
  private static final String LEFT = DemoCluster.INPUT + "/left";
  private static final String RIGHT = DemoCluster.INPUT + "/right";
  private static final JobCounters.Names COUNTERS = new JobCounters.Names("NUM_SHUFFLED_INPUTS", Set.of("NUM_FAILED_SHUFFLE_INPUTS"),
      Set.of("NUM_FAILED_TASKS", "NUM_KILLED_TASKS"),
      Optional.of(new JobCounters.Sections("DAG Counters:", "Vertex Counters for ")));

  private final EngineRuntime runtime = EngineRuntime.tez(Installation.home());
  private final DemoJob words;
  private final DemoJob edges;
  private final DemoJob hashJoin;
  private final DemoJob mergeJoin;
  private ClassArchive classes;

  /** Tez whose jobs read so many times as much as usual. */
  TezEngine(double size) {
    words = new DemoJob("words", Math.round(BYTES_PER_SITE * size));
    edges = new DemoJob("edges", Math.round(BYTES_PER_SITE * size));
    hashJoin = new DemoJob("hash-join", Math.round(JOINED_BYTES_PER_SITE * size));
    mergeJoin = new DemoJob("merge-join", Math.round(JOINED_BYTES_PER_SITE * size));
  }

  @Override
  public EngineName name() {
    return EngineName.TEZ;
  }

  @Override
  public List<DemoJob> jobs() {
    return List.of(words, edges, hashJoin, mergeJoin);
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
    return List.of(WARM_UP);
  }

  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    runtime.ensure(progress::say);
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException {
    classes = cluster.classes().withHadoop("tez", List.of(runtime.libraries()), runtime.archive("classes"));
    cluster.configure("tez-site.xml", TezConfig.site(List.of(runtime.libraries()), classes));
    cluster.programs().makeInput((folder, site) -> {
      words(folder, site, words);
      words(folder, site, WARM_UP);
      long facts = Math.round(edges.bytesPerSite() * FACTS_SHARE_OF_INPUT) / TextInput.FACT_BYTES;
      TextInput.facts(file(folder, site, "facts"), facts, site.index() * facts, site.seed(edges.name()));
      TextInput.names(file(folder, site, "names"), site.index(), site.sites());
      joined(file(folder, site, "left"), site.index());
      joined(file(folder, site, "right"), (site.index() + 1) % site.sites());
    });
  }

  private static void words(Path folder, SiteInput.Share site, DemoJob job) throws IOException {
    long count = Math.round(job.bytesPerSite() * WORDS_SHARE_OF_INPUT) / TextInput.WORD_BYTES;
    TextInput.words(file(folder, site, job.name()), count, count, site.seed(job.name()));
  }

  /** One of as many parts as there are sites: both inputs have them all, but at different sites. */
  private void joined(Path file, int part) throws IOException {
    long rows = hashJoin.bytesPerSite() / 2 / TextInput.FACT_BYTES;
    TextInput.facts(file, rows, part * rows, part);
  }

  private static Path file(Path folder, SiteInput.Share site, String input) throws IOException {
    return Files.createDirectories(folder.resolve(input)).resolve(site.name());
  }

  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException {
    List<String> command = new ArrayList<>(program(job));
    command.addAll(1, List.of("-Dtez.am.speculation.enabled=" + speculation, "-counter"));
    String tasks = Integer.toString(TASKS_PER_SITE * cluster.wan().sites().size());
    command.addAll(isJoin(job) ? List.of(tasks, job.output(run)) : List.of(job.output(run), tasks));
    return cluster.programs().submit(job, run, classes, command);
  }

  /** Its main class and inputs. */
  private List<String> program(DemoJob job) {
    if (job.equals(edges)) {
      return List.of("dev.terra.testbed.tez.EdgesJob", FACTS, NAMES);
    }
    if (isJoin(job)) {
      String join = job.equals(hashJoin) ? "HashJoinExample" : "SortMergeJoinExample";
      return List.of("org.apache.tez.examples." + join, LEFT, RIGHT);
    }
    return List.of("org.apache.tez.examples.OrderedWordCount", DemoCluster.INPUT + "/" + job.name());
  }

  private boolean isJoin(DemoJob job) {
    return job.equals(hashJoin) || job.equals(mergeJoin);
  }

  /** The application master stays some seconds longer than its job, for clients that come late. */
  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    double seconds = client.secondsUntilClientEnd(cluster.gateway(), cluster.applications().resourceManagerUrl());
    return new JobOutcome(seconds, JobCounters.read(client.log(), COUNTERS));
  }

  /** OrderedWordCount leaves words with the same count in the order in which they came, so lines are compared sorted. */
  @Override
  public Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException {
    HdfsBlocks blocks = cluster.programs().blocks(DemoJob.OUTPUT);
    return (job, run, otherRun) -> {
      List<String> lines = blocks.sortedLines(job.output(run));
      return !lines.isEmpty() && lines.equals(blocks.sortedLines(job.output(otherRun)));
    };
  }
}
