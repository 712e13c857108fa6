package dev.terra.lab.demo;

import dev.terra.cli.progress.Progress;
import dev.terra.testbed.Installation;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.engine.SparkConfig;
import dev.terra.testbed.engine.SparkRuntime;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.os.OwnJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Spark on YARN with the external shuffle service: jobs of the DataFrame, RDD and streaming interfaces, one executor of each at a site. */
final class SparkEngine implements Engine {
  /** How the log of an executor that takes Spark's own path begins to say why. */
  private static final String STOCK_LINE = "Terra: stock: ";

  private final double size;
  private final SparkRuntime runtime;
  private final Map<ShuffleMode, Path> configFolders = new EnumMap<>(ShuffleMode.class);
  private ClassArchive classes;
  private Path events;
  private String lastApplication;

  /** Spark of a version whose jobs read so many times as much as usual. */
  SparkEngine(double size, SparkVersion version) {
    this.size = size;
    this.runtime = new SparkRuntime(Installation.home(), version);
  }

  @Override
  public EngineName name() {
    return EngineName.SPARK;
  }

  @Override
  public List<DemoJob> jobs() {
    return Stream.of(SparkJob.JOIN, SparkJob.SORT).map(job -> job.job(size)).toList();
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
    runtime.ensure(progress::say);
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException {
    classes = cluster.classes().only("spark", List.of(runtime.jars()), runtime.archive("classes"));
    events = cluster.folder("spark-events");
    cluster.control().useHandlersAt(SparkConfig.SEGMENT_PORT);
    configure(cluster, Map.of());
    cluster.programs().makeInput((folder, site) -> {
      SparkJob.writeInput(folder, site, size);
      SparkJob.writeInput(Files.createDirectories(folder.resolve(SparkJob.SAMPLE)), site, SparkJob.SAMPLE_SIZE);
    });
  }

  /** Writes the operator's files with these properties besides; NodeManagers that start later and jobs have them. */
  void configure(DemoCluster cluster, Map<String, String> properties) {
    Installation installation = cluster.installation();
    cluster.addToNodes(ShuffleMode.STOCK, SparkConfig.stockService(runtime).plus(properties));
    cluster.addToNodes(ShuffleMode.TERRA, SparkConfig.terraService(runtime, installation).plus(properties));
    for (ShuffleMode mode : ShuffleMode.values()) {
      String folder = "spark-" + mode.name().toLowerCase(Locale.ROOT);
      Map<String, String> more = new LinkedHashMap<>(properties);
      more.putAll(mode == ShuffleMode.TERRA ? SparkConfig.terraPlugin(runtime, installation) : Map.of());
      int executors = cluster.wan().sites().size();
      Path defaults = cluster.configure(folder + "/spark-defaults.conf", SparkConfig.defaults(runtime, executors, classes, events, more));
      cluster.configure(folder + "/log4j2.properties", SparkConfig.log());
      configFolders.put(mode, defaults.getParent());
    }
  }

  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException {
    SparkJob what = SparkJob.of(job);
    List<String> command = new ArrayList<>(List.of("env"));
    environment(cluster).forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(List.of(runtime.home().resolve("bin/spark-submit").toString(), runtime.program().toString(), what.program(),
        what.input(), job.output(run)));
    return cluster.programs().submitCommand(job, run, command);
  }

  private Map<String, String> environment(DemoCluster cluster) throws IOException {
    Path configuration = configFolders.get(cluster.shuffle());
    return Map.of(
        "SPARK_HOME", runtime.home().toString(),
        "SPARK_CONF_DIR", configuration.toString(),
        "HADOOP_CONF_DIR", configuration.getParent().toString(),
        "JAVA_HOME", Path.of(OwnJava.command()).getParent().getParent().toString(),
        "SPARK_LOCAL_DIRS", cluster.folder("tmp").toString(),
        // Where every host sees them, or each container would get a copy over the WAN.
        "PYSPARK_ARCHIVES_PATH", runtime.pythonArchives().stream().map(path -> "local:" + path).collect(Collectors.joining(",")));
  }

  /** The time is the application's, until its client has ended. */
  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    double seconds = client.secondsUntilClientEnd(cluster.gateway(), cluster.applications().resourceManagerUrl());
    lastApplication = client.application().orElseThrow();
    SparkEventLog log = SparkEventLog.read(events.resolve(lastApplication));
    return new JobOutcome(seconds, log.counters(), log.remoteBytes());
  }

  /** Whether a pattern is in the event log of the last job that ended. */
  boolean eventLogHas(String pattern) throws IOException {
    try (Stream<String> lines = Files.lines(events.resolve(lastApplication))) {
      return lines.anyMatch(Pattern.compile(pattern).asPredicate());
    }
  }

  /** Why executors of the last job that ended took Spark's own path; empty where they did not. */
  Optional<String> whyStock(DemoCluster cluster) throws IOException {
    return cluster.applications().containerLogLine(lastApplication, STOCK_LINE);
  }

  /** Rows are in no order but in that of a sort, in which rows of equal keys may change places. */
  @Override
  public Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException {
    HdfsBlocks blocks = cluster.programs().blocks(DemoCluster.OUTPUT);
    return (job, run, otherRun) -> {
      List<String> lines = blocks.sortedLines(job.output(run));
      return !lines.isEmpty() && lines.equals(blocks.sortedLines(job.output(otherRun)));
    };
  }
}
