package dev.terra.lab.workload;

import com.google.common.collect.Lists;
import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.JobClient;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.cluster.SiteInput;
import dev.terra.testbed.ShuffleMode;
import dev.terra.workloads.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Runs those queries of a workload's streams on a cluster that are not done, in parts that end within minutes. */
final class WorkloadRun {
  /** The queries of each stream in a part. After a part, all of its results are stored. */
  static final int QUERIES_IN_A_PART = 8;
  private static final long POLL_MILLIS = 500;
  private static final double PROGRESS_SECONDS = 15;
  /** The longest time of a part, far above any healthy part. */
  private static final double MAX_PART_SECONDS = 3_600;

  private final DemoCluster cluster;
  private final StreamEngine engine;
  private final WorkloadRequest request;
  private final List<Table> tables;
  private final Progress progress;
  private final LongSupplier nanoClock;

  /**
   * Makes a run.
   *
   * @param nanoClock monotonic
   */
  WorkloadRun(DemoCluster cluster, StreamEngine engine, WorkloadRequest request, Progress progress, LongSupplier nanoClock) {
    this.cluster = cluster;
    this.engine = engine;
    this.request = request;
    this.tables = request.suite().tables();
    this.progress = progress;
    this.nanoClock = nanoClock;
  }

  /** Returns the queries of each stream in its order, by the stream's name. */
  static Map<String, List<String>> streams(WorkloadRequest request) {
    Map<String, List<String>> streams = new LinkedHashMap<>();
    IntStream.rangeClosed(1, request.streams().count()).forEach(number -> {
      List<String> queries = new ArrayList<>(request.names());
      if (number > 1) {
        Collections.shuffle(queries, new Random(request.streams().seed() + number));
      }
      streams.put("stream-" + number, List.copyOf(queries));
    });
    return streams;
  }

  /** Writes tables at the sites and prepares the engine. */
  void prepare(Path made) throws IOException, InterruptedException {
    engine.prepare(cluster, tables, progress);
    progress.say("writing the tables at the sites");
    cluster.programs().makeInput((folder, site) -> copy(made, folder, site));
    engine.begin(cluster, tables, progress);
  }

  /** Copies the tables of a site, so that they stay for other runs. */
  private void copy(Path made, Path folder, SiteInput.Share site) throws IOException {
    Path source = made.resolve(site.name());
    for (Table table : tables) {
      Path target = Files.createDirectories(folder.resolve(request.suite().label()).resolve(table.name()));
      if (Files.isDirectory(source.resolve(table.name()))) {
        try (var files = Files.list(source.resolve(table.name()))) {
          for (Path file : files.toList()) {
            Files.copy(file, target.resolve(file.getFileName()));
          }
        }
      }
    }
  }

  /** Returns the queries of each stream that are not done with a shuffle, including those that failed. */
  static Map<String, List<String>> left(WorkloadRequest request, ShuffleMode shuffle, WorkloadResults results) throws IOException {
    Map<String, List<String>> left = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> stream : streams(request).entrySet()) {
      List<String> queries = new ArrayList<>();
      for (String query : stream.getValue()) {
        if (results.result(shuffle, stream.getKey(), query).filter(done -> done.error() == null).isEmpty()) {
          queries.add(query);
        }
      }
      left.put(stream.getKey(), queries);
    }
    return left;
  }

  /** Runs the queries that are not done with a shuffle. */
  void run(ShuffleMode shuffle, WorkloadResults results) throws IOException, InterruptedException {
    Map<String, List<List<String>>> left = new LinkedHashMap<>();
    left(request, shuffle, results).forEach((stream, queries) -> left.put(stream, Lists.partition(queries, QUERIES_IN_A_PART)));
    int parts = left.values().stream().mapToInt(List::size).max().orElse(0);
    if (parts == 0) {
      progress.say("%s: all done before", shuffle.label());
      return;
    }
    engine.pause(cluster);
    cluster.useShuffle(shuffle == ShuffleMode.TERRA, progress);
    engine.resume(cluster);
    warmUp(shuffle);
    Optional<WorkloadTrace> trace = shuffle == ShuffleMode.TERRA ? Optional.of(results.trace(cluster.wan().name())) : Optional.empty();
    if (trace.isPresent()) {
      trace.get().leaveOut(cluster.trace());
    }
    for (int part = 0; part < parts; part++) {
      Map<String, List<String>> now = new LinkedHashMap<>();
      for (Map.Entry<String, List<List<String>>> stream : left.entrySet()) {
        if (part < stream.getValue().size()) {
          now.put(stream.getKey(), stream.getValue().get(part));
        }
      }
      part(shuffle, shuffle.label() + "-" + (part + 1) + "-of-" + parts, now, results);
      if (trace.isPresent()) {
        trace.get().add(cluster.trace());
        results.keep(trace.get());
      }
    }
  }

  /** Runs the first query without measuring it, so that JVMs load and compile what all queries need. */
  private void warmUp(ShuffleMode shuffle) throws IOException, InterruptedException {
    progress.say("%s: warm-up", shuffle.label());
    Path rows = Files.createDirectories(cluster.folder("warm-up").resolve(shuffle.label()));
    String query = request.names().get(0);
    try (JobClient client = engine.submit(cluster, stream(shuffle.label() + "-warm-up", "warm-up", List.of(query), rows))) {
      await(shuffle.label() + "-warm-up", Map.of("warm-up", client), Map.of("warm-up", rows), 1);
      engine.results(cluster, client);
      client.requireGoodEnd();
    }
    cluster.classes().makeArchives(progress);
  }

  private StreamEngine.Stream stream(String run, String name, List<String> queries, Path rows) {
    Map<String, String> chosen = new LinkedHashMap<>();
    queries.forEach(query -> chosen.put(query, request.queries().get(query)));
    return new StreamEngine.Stream(run, name, request.suite(), chosen, rows);
  }

  private void part(ShuffleMode shuffle, String run, Map<String, List<String>> streams, WorkloadResults results)
      throws IOException, InterruptedException {
    ShuffleTotals before = shuffle == ShuffleMode.TERRA ? cluster.shuffleCounters() : ShuffleTotals.NONE;
    Map<String, JobClient> clients = new LinkedHashMap<>();
    Map<String, Path> rows = new LinkedHashMap<>();
    long remote = 0;
    try {
      for (Map.Entry<String, List<String>> stream : streams.entrySet()) {
        rows.put(stream.getKey(), results.begin(shuffle, stream.getKey(), stream.getValue()));
        clients.put(stream.getKey(), engine.submit(cluster, stream(run, stream.getKey(), stream.getValue(), rows.get(stream.getKey()))));
      }
      await(run, clients, rows, streams.values().stream().mapToInt(List::size).sum());
      for (Map.Entry<String, JobClient> client : clients.entrySet()) {
        for (QueryResult result : engine.results(cluster, client.getValue())) {
          results.add(shuffle, client.getKey(), result);
          remote += result.counted().remoteBytes();
          progress.say("  %s %s %s: %s", run, client.getKey(), result.query(),
              result.error() == null ? String.format(Locale.ROOT, "%.1f s", result.seconds()) : "FAILED: " + result.error());
        }
      }
    } finally {
      clients.values().forEach(JobClient::close);
    }
    if (shuffle == ShuffleMode.TERRA) {
      results.add(shuffle, cluster.shuffleCounters().minus(before).ofJobs(remote));
    }
    for (JobClient client : clients.values()) {
      client.requireGoodEnd(); // the queries before the failure are stored, and counted
    }
  }

  private void await(String run, Map<String, JobClient> clients, Map<String, Path> rows, int queries)
      throws IOException, InterruptedException {
    long start = nanoClock.getAsLong();
    double nextWord = PROGRESS_SECONDS;
    long before = finished(rows);
    while (clients.values().stream().anyMatch(JobClient::isRunning)) {
      double seconds = (nanoClock.getAsLong() - start) / 1e9;
      if (seconds >= nextWord) {
        nextWord += PROGRESS_SECONDS;
        long done = finished(rows) - before;
        progress.say("  %s: %.0f s, %d of %d queries done, %d streams running", run, seconds, done, queries,
            clients.values().stream().filter(JobClient::isRunning).count());
      }
      Optional<JobClient> slow = clients.values().stream().filter(JobClient::isRunning).findFirst();
      if (seconds > MAX_PART_SECONDS && slow.isPresent()) {
        throw slow.get().failure("did not end within " + MAX_PART_SECONDS + " s, and with it " + run);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static long finished(Map<String, Path> rows) throws IOException {
    long finished = 0;
    for (Path folder : rows.values()) {
      finished += WorkloadResults.finished(folder);
    }
    return finished;
  }
}
