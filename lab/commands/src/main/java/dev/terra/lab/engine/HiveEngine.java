package dev.terra.lab.engine;

import com.google.common.collect.Lists;
import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.JobClient;
import dev.terra.testbed.engine.HiveConfig;
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
public final class HiveEngine implements ReplicatingEngine {
  /** The containers that a session keeps at each site, besides its master at one site. */
  public static final int CONTAINERS_PER_SITE = HiveConfig.TASKS_PER_SITE;
  /** The bytes that either join shuffles at a site, at scale factor 1. */
  private static final double JOINED_BYTES_PER_SITE = 140e6;
  private static final List<String> JOINS = List.of("returns", "margins");
  private static final List<String> BENCHMARK = List.of("q01", "q03", "q04", "q05", "q09", "q10", "q12", "q13", "q18", "q21");
  private static final double BENCHMARK_BYTES_PER_SITE = 40e6;
  /** The prefix of the queries that run over the smaller tables. */
  private static final String WARM_UP = "warm-up-";
  /** The names of databases, which are folders of the input as well. */
  private static final String TABLES = "tpch";
  private static final String SAMPLE = "sample";
  /** The share of the tables in the sample: enough for the just-in-time compilers of the sessions' JVMs to find the hot code. */
  private static final double SAMPLE_SHARE = 0.1;
  private static final Pattern TOOK = Pattern.compile(" took (\\d+\\.\\d+) s$");
  /** The prefix of the groups of counters of an edge or an input of a vertex. */
  private static final String PART = "TaskCounter_";
  private static final JobCounters.Sections TASKS = new JobCounters.Sections("counters.TaskCounter:", PART);
  private static final JobCounters.Names COUNTERS = new JobCounters.Names("NUM_SHUFFLED_INPUTS", Set.of("NUM_FAILED_SHUFFLE_INPUTS"),
      Set.of("NUM_FAILED_TASKS", "NUM_KILLED_TASKS"), Optional.of(new JobCounters.Sections("counters.DAGCounter", PART)));
  /** A query whose joins are all in its maps, over tables of a fifth of the usual size. */
  private static final String MAP_JOINS = "mapjoins";
  private static final double MAP_JOINS_SCALE_FACTOR = 0.2;
  /** The bytes of that query's tables that are read at every site, for each site. */
  private static final double MAP_JOINS_BYTES_PER_SITE = 2e6;
  /** The files of each table at a site. A task reads one file or more, so this makes some tasks for each container. */
  private static final int MAP_JOINS_FILES = 4;
  private static final long MAP_JOINS_SPLIT_BYTES = 1_000_000;
  /** The number of sessions: jobs run two by two. */
  private static final int SESSIONS = 2;
  /**
   * The least bytes of a table that a task reads, by scale factor: somewhat more than a site has of the largest table,
   * so that every table is one task at each site. With a smaller value, two queries do not fit at once, and each task
   * uses seconds of a core before it reads anything.
   */
  private static final double SPLIT_BYTES_BY_SCALE_FACTOR = 200e6;
  /**
   * The factor on the optimum, by scale factor. At scale factor 1, two cores compute for some 150 s, whatever the
   * network; with this factor the optimum dwarfs that time as with the other engines.
   */
  private static final double OPTIMUM_BY_SCALE_FACTOR = 4;

  private final double scaleFactor;
  private final double optimumFactor;
  private final List<DemoJob> jobs;
  private final List<DemoJob> warmUps;
  private final TableFiles tables;
  private final HiveService service;

  /**
   * The layout of tables at a site.
   *
   * @param perSite files of each table
   * @param splitBytes the least bytes that a task of a first stage reads, if there are as many
   */
  private record TableFiles(int perSite, long splitBytes) {}

  /**
   * Makes an engine with tables of a given size.
   *
   * @param size factor on all tables
   * @param scaleFactor of TPC-H at size 1; at 1 the largest table has 6 million rows, 760 MB
   */
  HiveEngine(double size, double scaleFactor) {
    this(size * scaleFactor, Math.max(1, OPTIMUM_BY_SCALE_FACTOR * scaleFactor), SESSIONS,
        new TableFiles(1, Math.round(SPLIT_BYTES_BY_SCALE_FACTOR * size * scaleFactor)),
        jobs(JOINS, JOINED_BYTES_PER_SITE * size * scaleFactor));
  }

  private HiveEngine(double scaleFactor, double optimumFactor, int sessions, TableFiles tables, List<DemoJob> jobs) {
    this.scaleFactor = scaleFactor;
    this.optimumFactor = optimumFactor;
    this.jobs = jobs;
    this.warmUps = jobs.stream().map(job -> new DemoJob(WARM_UP + job.name(), Math.round(job.bytesPerSite() * SAMPLE_SHARE))).toList();
    this.tables = tables;
    this.service = new HiveService(sessions);
  }

  private static List<DemoJob> jobs(List<String> queries, double bytesPerSite) {
    return queries.stream().map(query -> new DemoJob(query, Math.round(bytesPerSite))).toList();
  }

  /**
   * Returns an engine with one query, whose joins are map joins: each container of the largest table's tasks reads all
   * of the other tables.
   */
  public static HiveEngine mapJoins(double size) {
    return new HiveEngine(size * MAP_JOINS_SCALE_FACTOR, 1, 1, new TableFiles(MAP_JOINS_FILES, MAP_JOINS_SPLIT_BYTES),
        jobs(List.of(MAP_JOINS), MAP_JOINS_BYTES_PER_SITE * size));
  }

  @Override
  public EngineName name() {
    return EngineName.HIVE;
  }

  @Override
  public List<DemoJob> jobs() {
    return jobs;
  }

  /** Returns batches of as many queries as there are sessions. */
  @Override
  public List<List<DemoJob>> moreBatches() {
    return Lists.partition(jobs(BENCHMARK, BENCHMARK_BYTES_PER_SITE * scaleFactor), SESSIONS);
  }

  @Override
  public double optimumFactor() {
    return optimumFactor;
  }

  /** Returns a warm-up for each session, so that all JVMs of a session have run a similar query before. */
  @Override
  public List<DemoJob> warmUps() {
    return warmUps;
  }

  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    service.install(progress);
  }

  @Override
  public void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException {
    service.configure(cluster, tables.splitBytes());
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
          database.getValue().toString(), Integer.toString(cluster.wan().sites().size() * tables.perSite()),
          cluster.folder(name).toString()));
    }
    cluster.programs().makeInput((folder, site) -> {
      for (String name : scaleFactors.keySet()) {
        for (int part = site.index() * tables.perSite(); part < (site.index() + 1) * tables.perSite(); part++) {
          movePart(cluster.folder(name).resolve("part-" + part), folder.resolve(name));
        }
      }
    });
  }

  /** Moves the files of one part of a database, one of each table, to the database's folder. */
  private static void movePart(Path part, Path database) throws IOException {
    try (Stream<Path> files = Files.walk(part).filter(Files::isRegularFile)) {
      for (Path file : files.toList()) {
        Path target = database.resolve(part.relativize(file));
        Files.createDirectories(target.getParent());
        Files.move(file, target);
      }
    }
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

  /** Returns the outcome of a job. Its time is the query's, as its client measures it: from sending the query to the last row. */
  @Override
  public JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    client.requireGoodEnd();
    return new JobOutcome(seconds(client), JobCounters.read(client.log(), COUNTERS));
  }

  /**
   * Returns the volume of a job. The rows that reducers read, one for each nation from each map, count as if they were
   * read at every site: they are less than a hundredth.
   */
  @Override
  public Volume volume(DemoCluster cluster, DemoJob job, String run) throws IOException {
    return volume(cluster.programs().clientLog(job, run));
  }

  static Volume volume(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return new Volume(JobCounters.sum(lines, TASKS, "OUTPUT_BYTES_PHYSICAL", log.toString()), 0);
    }
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
