package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.HdfsBlocks;
import dev.terra.lab.cluster.JobClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** MapReduce: two total-order sorts of different size, Hadoop's own TeraSort; verified with other jobs too. */
final class MrEngine implements Engine {
  private static final JobCounters.Names COUNTERS = new JobCounters.Names("Shuffled Maps", Set.of("Failed Shuffles"),
      Set.of("Failed map tasks", "Killed map tasks", "Failed reduce tasks", "Killed reduce tasks"), Optional.empty());

  /** A site has one map of a job here, whose output is not known before. */
  private static final String REDUCERS_AFTER_MAPS = "-Dmapreduce.job.reduce.slowstart.completedmaps=1";

  private final double size;
  private final InputShares shares;

  /**
   * MapReduce whose jobs read so many times as much as usual.
   *
   * @param shares how the input is divided among sites
   */
  MrEngine(double size, InputShares shares) {
    this.size = size;
    this.shares = shares;
  }

  @Override
  public EngineName name() {
    return EngineName.MR;
  }

  @Override
  public List<DemoJob> jobs() {
    return List.of(MrJob.LARGE.job(size), MrJob.SMALL.job(size));
  }

  @Override
  public List<DemoJob> warmUps() {
    return List.of(MrJob.WARM_UP.job(1));
  }

  @Override
  public void install(Progress progress) {
    // Hadoop's examples are on the testbed's class path
  }

  @Override
  public List<List<DemoJob>> moreBatches() {
    return List.of(Stream.of(MrJob.WORD_COUNT, MrJob.SECONDARY_SORT, MrJob.COMPRESSED, MrJob.PLAIN).map(job -> job.job(size)).toList());
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException {
    cluster.programs().makeInput((folder, site) -> {
      for (DemoJob job : jobs) {
        Path file = Files.createDirectories(folder.resolve(job.name())).resolve(site.name());
        MrJob.of(job).write(file, Math.round(job.bytesPerSite() * shares.weight(site.index())), site.seed(job.name()));
      }
    });
  }

  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException {
    MrJob what = MrJob.of(job);
    boolean users = cluster.programs().haveUsers();
    List<String> rest = new ArrayList<>(shares.isEven() ? List.of() : List.of(REDUCERS_AFTER_MAPS));
    rest.addAll(List.of(DemoCluster.INPUT + "/" + job.name(), job.output(run)));
    List<String> program = what.arguments(cluster.wan().sites().size(), speculation, users, rest);
    return cluster.programs().submitAs(what.user(users), job, run, program);
  }

  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    double seconds = client.applicationSeconds(cluster.gateway(), cluster.applications().resourceManagerUrl());
    return new JobOutcome(seconds, JobCounters.read(client.log(), COUNTERS));
  }

  @Override
  public Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException {
    HdfsBlocks blocks = cluster.programs().blocks(DemoJob.OUTPUT);
    return (job, run, otherRun) -> blocks.sameOutput(job.output(run), job.output(otherRun));
  }
}
