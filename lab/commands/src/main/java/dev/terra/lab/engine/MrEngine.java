package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.HdfsBlocks;
import dev.terra.lab.cluster.JobClient;
import dev.terra.testbed.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * MapReduce with two sorts of different size. Over rows of TeraGen's they are Hadoop's own TeraSort, and verification
 * runs other jobs too. Over text they are Hadoop's own Sort, whose key is the whole line. Records with equal keys are
 * then equal, so that equal results are equal byte for byte, whatever the order in which reducers get them.
 */
final class MrEngine implements Engine {
  private static final JobCounters.Names COUNTERS = new JobCounters.Names("Shuffled Maps", Set.of("Failed Shuffles"),
      Set.of("Failed map tasks", "Killed map tasks", "Failed reduce tasks", "Killed reduce tasks"), Optional.empty());

  /** Reducers start after all maps. A site has one map of a job here, whose output is not known before. */
  private static final String REDUCERS_AFTER_MAPS = "-Dmapreduce.job.reduce.slowstart.completedmaps=1";

  private static final MrSuite ROWS = new MrSuite(EngineName.MR, MrJob.WARM_UP, List.of(MrJob.LARGE, MrJob.SMALL),
      List.of(List.of(MrJob.WORD_COUNT, MrJob.SECONDARY_SORT, MrJob.COMPRESSED, MrJob.PLAIN)));
  private static final MrSuite TEXT =
      new MrSuite(EngineName.MR_TEXT, MrJob.TEXT_WARM_UP, List.of(MrJob.TEXT_LARGE, MrJob.TEXT_SMALL), List.of());

  private final MrSuite suite;
  private final double size;
  private final InputShares shares;
  private final MapOutputCompression mapOutput;

  /** The jobs that run under an engine's name. */
  private record MrSuite(EngineName name, MrJob warmUp, List<MrJob> jobs, List<List<MrJob>> moreBatches) {}

  private MrEngine(MrSuite suite, double size, InputShares shares, MapOutputCompression mapOutput) {
    this.suite = suite;
    this.size = size;
    this.shares = shares;
    this.mapOutput = mapOutput;
  }

  /**
   * Makes an engine of MapReduce over rows of TeraGen's.
   *
   * @param size factor on what jobs read
   * @param shares how the input is divided among sites
   * @param mapOutput how jobs compress the outputs of their maps
   */
  static MrEngine rows(double size, InputShares shares, MapOutputCompression mapOutput) {
    return new MrEngine(ROWS, size, shares, mapOutput);
  }

  /** Makes an engine of MapReduce over text; the parameters are those of {@link #rows}. */
  static MrEngine text(double size, InputShares shares, MapOutputCompression mapOutput) {
    return new MrEngine(TEXT, size, shares, mapOutput);
  }

  @Override
  public EngineName name() {
    return suite.name();
  }

  @Override
  public List<DemoJob> jobs() {
    return sized(suite.jobs());
  }

  @Override
  public List<DemoJob> warmUps() {
    return List.of(suite.warmUp().job(1));
  }

  /** Installs the codec. Hadoop's examples are on the testbed's class path already. */
  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    mapOutput.install(progress);
  }

  @Override
  public List<List<DemoJob>> moreBatches() {
    return suite.moreBatches().stream().map(this::sized).toList();
  }

  private List<DemoJob> sized(List<MrJob> jobs) {
    return jobs.stream().map(job -> job.job(size)).toList();
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException {
    FactLines lines = new FactLines();
    cluster.programs().makeInput((folder, site) -> {
      for (DemoJob job : jobs) {
        Path file = Files.createDirectories(folder.resolve(job.name())).resolve(site.name());
        MrJob.of(job).write(file, Math.round(job.bytesPerSite() * shares.weight(site.index())), site.seed(job.name()), lines);
      }
    });
  }

  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException {
    MrJob what = MrJob.of(job);
    boolean users = cluster.programs().haveUsers();
    List<String> options = new ArrayList<>(shares.isEven() ? List.of() : List.of(REDUCERS_AFTER_MAPS));
    options.addAll(mapOutput.options(Installation.home(), cluster.programs().taskClassPath()));
    List<String> inputAndOutput = List.of(DemoCluster.INPUT + "/" + job.name(), job.output(run));
    List<String> program = what.arguments(cluster.wan().sites().size(), speculation, users, options, inputAndOutput);
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
