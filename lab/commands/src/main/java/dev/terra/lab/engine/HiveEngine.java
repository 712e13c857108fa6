package dev.terra.lab.engine;

import com.google.common.collect.Lists;
import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.JobClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Hive on Tez: HiveServer2 on the core host, and queries over TPC-H-like tables that lie in equal parts at the sites. */
final class HiveEngine implements Engine {
  /** What either join shuffles at a site, at scale factor 1. */
  private static final double JOINED_BYTES_PER_SITE = 140e6;
  private static final List<String> JOINS = List.of("returns", "margins");
  private static final List<String> BENCHMARK = List.of("q01", "q03", "q04", "q05", "q09", "q10", "q12", "q13", "q18", "q21");
  private static final double BENCHMARK_BYTES_PER_SITE = 40e6;
  /** Prefix of the queries that run over the smaller tables. */
  private static final String WARM_UP = "warm-up-";
  /** Databases, which are folders of the input as well. */
  private static final String TABLES = "tpch";
  private static final String SAMPLE = "sample";
  /** Enough for compilers of the sessions' JVMs to see what is worth their time. */
  private static final double SAMPLE_SHARE = 0.1;
  private static final Pattern TOOK = Pattern.compile(" took (\\d+\\.\\d+) s$");
  private static final JobCounters.Names COUNTERS = new JobCounters.Names("NUM_SHUFFLED_INPUTS", Set.of("NUM_FAILED_SHUFFLE_INPUTS"),
      Set.of("NUM_FAILED_TASKS", "NUM_KILLED_TASKS"), Optional.of(new JobCounters.Sections("counters.DAGCounter", "TaskCounter_")));
  /** Jobs run two by two. */
  private static final int SESSIONS = 2;
  /**
   * What a task reads of a table at least: somewhat more than a site has of the largest one, so that every table is one task at each
   * site. With smaller ones two queries would not find room at once, and each task costs seconds of a core before it reads anything.
   */
  private static final double SPLIT_BYTES_BY_SCALE_FACTOR = 200e6;
  /** At scale factor 1 two cores compute for some 150 s, whatever the network; the optimum dwarfs that as with the other engines. */
  private static final double OPTIMUM_BY_SCALE_FACTOR = 4;
  private final double scaleFactor;
  private final double optimumFactor;
  private final HiveService service = new HiveService(SESSIONS);

  /**
   * Hive over tables of a size.
   *
   * @param size factor on all tables
   * @param scaleFactor of TPC-H at size 1; at 1 the largest table has 6 million rows, 760 MB
   */
  HiveEngine(double size, double scaleFactor) {
    this.scaleFactor = size * scaleFactor;
    this.optimumFactor = Math.max(1, OPTIMUM_BY_SCALE_FACTOR * scaleFactor);
  }

  @Override
  public EngineName name() {
    return EngineName.HIVE;
  }

  @Override
  public List<DemoJob> jobs() {
    return JOINS.stream().map(query -> job(query, JOINED_BYTES_PER_SITE)).toList();
  }

  /** As many at once as there are sessions. */
  @Override
  public List<List<DemoJob>> moreBatches() {
    return Lists.partition(BENCHMARK.stream().map(query -> job(query, BENCHMARK_BYTES_PER_SITE)).toList(), SESSIONS);
  }

  private DemoJob job(String query, double bytesPerSite) {
    return new DemoJob(query, Math.round(bytesPerSite * scaleFactor));
  }

  @Override
  public double optimumFactor() {
    return optimumFactor;
  }

  /** One for each session, so that all JVMs that a session keeps have run the like before. */
  @Override
  public List<DemoJob> warmUps() {
    return JOINS.stream().map(query -> job(WARM_UP + query, JOINED_BYTES_PER_SITE * SAMPLE_SHARE)).toList();
  }

  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    service.install(progress);
  }

  private long splitBytes() {
    return Math.round(SPLIT_BYTES_BY_SCALE_FACTOR * scaleFactor);
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException {
    service.configure(cluster, splitBytes());
    makeTables(cluster);
    service.begin(cluster, progress, () -> {
      script(cluster, "default", "databases");
      script(cluster, TABLES, "tables");
      script(cluster, SAMPLE, "tables");
      script(cluster, SAMPLE, JOINS.get(0));
    });
  }

  private void makeTables(DemoCluster cluster) throws IOException, InterruptedException {
    Map<String, Double> scaleFactors = Map.of(TABLES, scaleFactor, SAMPLE, scaleFactor * SAMPLE_SHARE);
    for (Map.Entry<String, Double> database : scaleFactors.entrySet()) {
      String name = database.getKey();
      cluster.programs().run(cluster.coreHost(), name, service.classes(), List.of("dev.terra.testbed.hive.TpchData",
          database.getValue().toString(), Integer.toString(cluster.wan().sites().size()), cluster.folder(name).toString()));
    }
    cluster.programs().makeInput((folder, site) -> {
      for (String name : scaleFactors.keySet()) {
        Files.move(cluster.folder(name).resolve("part-" + site.index()), folder.resolve(name));
      }
    });
  }

  @Override
  public void pause(DemoCluster cluster) throws IOException, InterruptedException {
    service.pause(cluster);
  }

  @Override
  public void resume(DemoCluster cluster) throws IOException, InterruptedException {
    service.resume(cluster);
  }

  private void script(DemoCluster cluster, String database, String name) throws IOException, InterruptedException {
    cluster.programs().run(cluster.coreHost(), "hive-" + name, service.classes(),
        client(cluster, database, name, rows(cluster, name, "prepare")));
  }

  private static List<String> query(DemoCluster cluster, String name, String run) {
    Path rows = rows(cluster, name, run);
    return name.startsWith(WARM_UP) ? client(cluster, SAMPLE, name.substring(WARM_UP.length()), rows) : client(cluster, TABLES, name, rows);
  }

  private static List<String> client(DemoCluster cluster, String database, String script, Path rows) {
    return List.of("dev.terra.testbed.hive.QueryClient", HiveService.url(cluster, database),
        "tpch/" + script + ".sql", rows.toString());
  }

  private static Path rows(DemoCluster cluster, String name, String run) {
    return cluster.folder("hive").resolve("rows").resolve(run).resolve(name);
  }

  @Override
  public JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException {
    return cluster.programs().submit(job, run, service.classes(), query(cluster, job.name(), run));
  }

  /** The time is the query's, as its client sees it: from sending it to the last row. */
  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    client.requireGoodEnd();
    return new JobOutcome(seconds(client), JobCounters.read(client.log(), COUNTERS));
  }

  private static double seconds(JobClient client) throws IOException {
    OptionalDouble seconds;
    try (Stream<String> lines = Files.lines(client.log())) {
      seconds = lines.map(TOOK::matcher).filter(Matcher::find).mapToDouble(took -> Double.parseDouble(took.group(1))).findFirst();
    }
    if (seconds.isEmpty()) {
      throw client.failure("did not say how long its query took");
    }
    return seconds.getAsDouble();
  }

  @Override
  public Outputs outputs(DemoCluster cluster) {
    return (job, run, otherRun) -> {
      List<String> rows = sorted(rows(cluster, job.name(), run));
      return !rows.isEmpty() && rows.equals(sorted(rows(cluster, job.name(), otherRun)));
    };
  }

  private static List<String> sorted(Path rows) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(rows));
    Collections.sort(lines);
    return lines;
  }
}
