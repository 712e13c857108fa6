package dev.terra.lab.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.JobClient;
import dev.terra.lab.engine.SparkClients;
import dev.terra.workloads.Suite;
import dev.terra.workloads.data.Table;
import dev.terra.workloads.query.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An engine that runs streams of queries. It is used from one thread. */
interface StreamEngine {
  /** Returns the engine's dialect of SQL. */
  Dialect dialect();

  /** Returns the Spark that makes tables; engines other than Spark need it for that, too. */
  SparkClients spark();

  /** Installs what the engine needs on this machine. The testbed is not up yet. */
  void install(Progress progress) throws IOException, InterruptedException;

  /** Prepares the engine on a testbed that is up; the tables are not there yet. */
  void prepare(DemoCluster cluster, List<Table> tables, Progress progress) throws IOException, InterruptedException;

  /** Begins after the tables have been written at the sites. */
  default void begin(DemoCluster cluster, List<Table> tables, Progress progress) throws IOException, InterruptedException {}

  /** Ends the engine's own applications on YARN between streams, before NodeManagers restart with another shuffle. */
  default void pause(DemoCluster cluster) throws IOException, InterruptedException {}

  /** Restarts the engine's own applications, after {@link #pause} and the restart of the NodeManagers. */
  default void resume(DemoCluster cluster) throws IOException, InterruptedException {}

  /**
   * A part of a stream.
   *
   * @param run the name for logs
   * @param suite whose tables it reads
   * @param queries as they were written, by name
   * @param rows the folder for their rows
   */
  record Stream(String run, String name, Suite suite, Map<String, String> queries, Path rows) {
    /**
     * Returns the input of a client of any engine: {@code name}, {@code statements} that it runs first, {@code queries}
     * with {@code name} and {@code sql}, and {@code rows}.
     */
    String plan(Dialect dialect, List<String> statements) throws JsonProcessingException {
      List<Map<String, String>> chosen = queries.entrySet().stream()
          .map(query -> Map.of("name", query.getKey(), "sql", dialect.query(query.getValue()))).toList();
      return new ObjectMapper().writeValueAsString(
          Map.of("name", fullName(), "statements", statements, "queries", chosen, "rows", rows.toString()));
    }

    /** Returns the stream's name among the streams of all runs. */
    String fullName() {
      return run + "-" + name;
    }
  }

  /** Starts a client that runs a stream's queries one after another and ends with the last. Returns immediately. */
  JobClient submit(DemoCluster cluster, Stream stream) throws IOException;

  /**
   * Returns the results of a client that has ended, for the queries that it reached.
   *
   * @throws IOException if they cannot be determined
   */
  List<QueryResult> results(DemoCluster cluster, JobClient client) throws IOException, InterruptedException;
}
