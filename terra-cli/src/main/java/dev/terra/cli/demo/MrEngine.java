package dev.terra.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** MapReduce: two total-order sorts of different size, Hadoop's own TeraSort, with input and one reducer at every site. */
final class MrEngine implements Engine {
  private static final DemoJob LARGE = new DemoJob("large", 40_000_000);
  private static final DemoJob SMALL = new DemoJob("small", 12_000_000);
  private static final DemoJob WARM_UP = new DemoJob("warm-up", 100_000);
  /** The client reads these over the WAN before it submits; enough to give reducers equal shares within a few per cent. */
  private static final int SAMPLED_ROWS = 5_000;
  private static final JobCounters.Names COUNTERS = new JobCounters.Names("Shuffled Maps", Set.of("Failed Shuffles"),
      Set.of("Failed map tasks", "Killed map tasks", "Failed reduce tasks", "Killed reduce tasks"));

  @Override
  public EngineName name() {
    return EngineName.MR;
  }

  @Override
  public List<DemoJob> jobs() {
    return List.of(LARGE, SMALL);
  }

  @Override
  public DemoJob warmUp() {
    return WARM_UP;
  }

  @Override
  public void install(Progress progress) {
    // Hadoop's examples are on the testbed's class path
  }

  @Override
  public void prepare(DemoCluster cluster, Progress progress) throws IOException, InterruptedException {
    List<DemoJob> jobs = new ArrayList<>(jobs());
    jobs.add(WARM_UP);
    cluster.makeInput((folder, site) -> {
      for (DemoJob job : jobs) {
        Path file = Files.createDirectories(folder.resolve(job.name())).resolve(site.name());
        DemoInput.write(file, job.bytesPerSite() / DemoInput.ROW_BYTES, site.seed(job.name()));
      }
    });
  }

  /**
   * As many reducers as sites, one copy of the output as of everything else on the testbed, and no speculative
   * attempts, which on a few shared cores start at random and would make runs hard to compare.
   */
  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run) throws IOException {
    return cluster.submit(job, run, List.of(), List.of("org.apache.hadoop.examples.terasort.TeraSort",
        "-Dmapreduce.job.reduces=" + cluster.wan().sites().size(),
        "-Dmapreduce.terasort.output.replication=1", "-Dmapreduce.terasort.partitions.sample=" + SAMPLED_ROWS,
        "-Dmapreduce.map.speculative=false", "-Dmapreduce.reduce.speculative=false", "-Dmapreduce.job.name=" + job.name(),
        DemoCluster.INPUT + "/" + job.name(), job.output(run)));
  }

  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    double seconds = client.applicationSeconds(cluster.gateway(), cluster.resourceManagerUrl());
    return new JobOutcome(seconds, JobCounters.read(client.log(), COUNTERS));
  }

  @Override
  public Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException {
    HdfsBlocks blocks = cluster.blocks(DemoCluster.OUTPUT);
    return (job, run, otherRun) -> blocks.sameOutput(job.output(run), job.output(otherRun));
  }
}
