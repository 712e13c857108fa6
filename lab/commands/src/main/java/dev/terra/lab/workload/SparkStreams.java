package dev.terra.lab.workload;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.JobClient;
import dev.terra.lab.engine.SparkClients;
import dev.terra.lab.workload.QueryResult.Counted;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.workloads.data.Table;
import dev.terra.workloads.query.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Streams as applications of Spark: one application runs a stream's queries one after another, as a notebook or a JDBC
 * session does.
 */
final class SparkStreams implements StreamEngine {
  private final SparkClients clients;
  private final PlanShape shape;

  SparkStreams(SparkVersion version, PlanShape shape) {
    this.clients = new SparkClients(version);
    this.shape = shape;
  }

  @Override
  public Dialect dialect() {
    return Dialect.SPARK;
  }

  @Override
  public SparkClients spark() {
    return clients;
  }

  @Override
  public void install(Progress progress) throws IOException, InterruptedException {
    clients.install(progress);
  }

  @Override
  public void prepare(DemoCluster cluster, List<Table> tables, Progress progress) {
    clients.prepare(cluster);
  }

  @Override
  public JobClient submit(DemoCluster cluster, Stream stream) throws IOException {
    List<String> statements = new ArrayList<>(List.of(
        "set spark.sql.autoBroadcastJoinThreshold=" + shape.broadcastBytes(),
        "set spark.sql.adaptive.advisoryPartitionSizeInBytes=" + shape.partitionBytes()));
    stream.suite().tables().forEach(table ->
        statements.add(dialect().create(table, DemoCluster.INPUT + "/" + stream.suite().label() + "/" + table.name())));
    Path plan = cluster.configure("streams/" + stream.fullName() + ".json", stream.plan(dialect(), statements));
    return cluster.programs().submitCommand(new DemoJob(stream.name(), 0), stream.run(),
        clients.command(cluster, List.of(WorkloadPrograms.STREAM.path().toString(), plan.toString())));
  }

  @Override
  public List<QueryResult> results(DemoCluster cluster, JobClient client) throws IOException, InterruptedException {
    client.secondsUntilClientEnd(cluster.gateway(), cluster.applications().resourceManagerUrl());
    Map<String, Counted> counted = SparkQueryLog.read(clients.eventLog(client.application().orElseThrow()));
    return StreamLog.read(client.log()).stream()
        .map(line -> QueryResult.of(line, counted.getOrDefault(line.query(), Counted.NONE))).toList();
  }
}
