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

/** An engine that runs streams of queries. Used from one thread. */
interface StreamEngine {
  /** Its SQL. */
  Dialect dialect();

  /** The Spark that makes tables; engines other than Spark need it for that, too. */
  SparkClients spark();

  /** Gets what it needs on this machine. The testbed is not up yet. */
  void install(Progress progress) throws IOException, InterruptedException;

  /** Makes it ready on a testbed that is up; the tables are not there yet. */
  void prepare(DemoCluster cluster, List<Table> tables, Progress progress) throws IOException, InterruptedException;

  /** The tables are at the sites. */
  default void begin(DemoCluster cluster, List<Table> tables, Progress progress) throws IOException, InterruptedException {}

  /** Ends what of it runs on YARN between streams, before NodeManagers start again with another shuffle. */
  default void pause(DemoCluster cluster) throws IOException, InterruptedException {}

  /** The NodeManagers are back after {@link #pause}. */
  default void resume(DemoCluster cluster) throws IOException, InterruptedException {}

  /**
   * Part of a stream.
   *
   * @param run names logs
   * @param suite whose tables it reads
   * @param queries as they were written, by name
   * @param rows the folder for their rows
   */
  record Stream(String run, String name, Suite suite, Map<String, String> queries, Path rows) {
    /**
     * What a client of any engine is given: {@code name}, {@code statements} that it runs first, {@code queries} with {@code name} and
     * {@code sql}, and {@code rows}.
     */
    String plan(Dialect dialect, List<String> statements) throws JsonProcessingException {
      List<Map<String, String>> chosen = queries.entrySet().stream()
          .map(query -> Map.of("name", query.getKey(), "sql", dialect.query(query.getValue()))).toList();
      return new ObjectMapper().writeValueAsString(
          Map.of("name", fullName(), "statements", statements, "queries", chosen, "rows", rows.toString()));
    }

    /** Its name among all runs'. */
    String fullName() {
      return run + "-" + name;
    }
  }

  /** Starts a client that runs a stream's queries one after another and ends with the last. Returns at once. */
  JobClient submit(DemoCluster cluster, Stream stream) throws IOException;

  /**
   * How the queries of a client went that has ended: those to which it came.
   *
   * @throws IOException if that can't be known
   */
  List<QueryResult> results(DemoCluster cluster, JobClient client) throws IOException, InterruptedException;
}
