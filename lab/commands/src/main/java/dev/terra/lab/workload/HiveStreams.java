package dev.terra.lab.workload;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.JobClient;
import dev.terra.lab.engine.HiveService;
import dev.terra.lab.engine.SparkClients;
import dev.terra.lab.workload.QueryResult.Counted;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.workloads.Suite;
import dev.terra.workloads.data.Table;
import dev.terra.workloads.query.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Streams as sessions of HiveServer2 on Tez: one session runs a stream's queries one after another. */
final class HiveStreams implements StreamEngine {
  private static final String CLIENT = "dev.terra.testbed.hive.StreamClient";
  /**
   * The bytes of a split. With it, a small table is one task at each site; a larger table at scale factor 1 and above
   * is several tasks.
   */
  private static final long SPLIT_BYTES = 32_000_000;
  /** The settings without which queries are refused that join without a condition, or by a comparison. */
  private static final List<String> SETTINGS = List.of("set hive.strict.checks.cartesian.product=false", "set hive.mapred.mode=nonstrict");

  private final PlanShape shape;
  private final HiveService service;
  private final SparkClients spark;
  private final String database;

  HiveStreams(int streams, String database, SparkVersion spark, PlanShape shape) {
    this.shape = shape;
    this.service = new HiveService(streams);
    this.spark = new SparkClients(spark);
    this.database = database;
  }

  @Override
  public Dialect dialect() {
    return Dialect.HIVE;
  }

  @Override
  public SparkClients spark() {
    return spark;
  }

  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    spark.install(progress);
    service.install(progress);
  }

  @Override
  public void prepare(DemoCluster cluster, List<Table> tables, Progress progress) throws IOException, InterruptedException {
    service.configure(cluster, SPLIT_BYTES);
  }

  @Override
  public void begin(DemoCluster cluster, List<Table> tables, Progress progress) throws IOException, InterruptedException {
    List<String> statements = new ArrayList<>(List.of("create database if not exists " + database, "use " + database));
    tables.forEach(table -> statements.add(dialect().create(table, DemoCluster.INPUT + "/" + database + "/" + table.name())));
    tables.forEach(table -> statements.add("analyze table " + table.name() + " compute statistics for columns"));
    Stream noQueries = new Stream("tables", database, Suite.named(database), Map.of(), cluster.folder("tables"));
    Path plan = cluster.configure("streams/tables.json", noQueries.plan(dialect(), statements));
    service.begin(cluster, progress, () -> cluster.programs().run(cluster.coreHost(), "hive-tables", service.classes(),
        List.of(CLIENT, HiveService.url(cluster, "default"), plan.toString())));
  }

  @Override
  public void pause(DemoCluster cluster) throws IOException, InterruptedException {
    service.pause(cluster);
  }

  @Override
  public void resume(DemoCluster cluster) throws IOException, InterruptedException {
    service.resume(cluster);
  }

  @Override
  public JobClient submit(DemoCluster cluster, Stream stream) throws IOException {
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.add("set hive.auto.convert.join.noconditionaltask.size=" + shape.broadcastBytes());
    settings.add("set hive.mapjoin.smalltable.filesize=" + shape.broadcastBytes());
    Path plan = cluster.configure("streams/" + stream.fullName() + ".json", stream.plan(dialect(), settings));
    return cluster.programs().submit(new DemoJob(stream.name(), 0), stream.run(), service.classes(),
        List.of(CLIENT, HiveService.url(cluster, stream.suite().label()), plan.toString()));
  }

  @Override
  public List<QueryResult> results(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    Map<String, Counted> counted = HiveQueryLog.read(client.log());
    return StreamLog.read(client.log()).stream()
        .map(line -> QueryResult.of(line, counted.getOrDefault(line.query(), Counted.NONE))).toList();
  }
}
