package dev.terra.lab.workload;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.testbed.ShuffleMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A folder with the results of queries: for each shuffle and stream the rows of a query, and its result beside them.
 * Queries with results are done; a run that was interrupted continues with the others.
 */
final class WorkloadResults {
  private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String ASKED = "asked.txt";
  private static final String RESULT = ".json";
  private static final String TRACE = "trace.json";
  private static final String TOTALS = "totals-";

  private final Path folder;

  private WorkloadResults(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens a folder.
   *
   * @param asked the request in words: results of another request are not continued
   * @param goesOn whether the folder may contain results already
   * @throws IllegalArgumentException if it contains results and may not, or results of another request
   */
  static WorkloadResults open(Path folder, String asked, boolean goesOn) throws IOException {
    Path said = folder.resolve(ASKED);
    Optional<String> before = readIfThere(said);
    if (before.isPresent() && !goesOn) {
      throw new IllegalArgumentException(
          folder + " has results already: go on with them by --continue, or name another folder by --results");
    }
    if (before.isPresent() && !before.get().equals(asked)) {
      throw new IllegalArgumentException(folder + " has results of something else:\n  " + before.get() + "\nasked for is\n  " + asked);
    }
    Files.createDirectories(folder);
    Files.writeString(said, asked);
    return new WorkloadResults(folder);
  }

  /**
   * Opens a folder for reading only.
   *
   * @throws IllegalArgumentException if there are no results
   */
  static WorkloadResults at(Path folder) {
    if (!Files.isRegularFile(folder.resolve(ASKED))) {
      throw new IllegalArgumentException(folder + " has no results of `workload run`");
    }
    return new WorkloadResults(folder);
  }

  /** Returns the request in words. */
  String asked() throws IOException {
    return Files.readString(folder.resolve(ASKED));
  }

  /** Returns the queries that were run with any shuffle, each with its streams. */
  Map<String, List<String>> queries() throws IOException {
    Map<String, List<String>> queries = new TreeMap<>();
    for (ShuffleMode shuffle : ShuffleMode.values()) {
      for (Path stream : children(folder.resolve(shuffle.label()))) {
        for (Path file : children(stream)) {
          String name = file.getFileName().toString();
          if (name.endsWith(RESULT)) {
            List<String> streams = queries.computeIfAbsent(name.substring(0, name.length() - RESULT.length()), key -> new ArrayList<>());
            if (!streams.contains(stream.getFileName().toString())) {
              streams.add(stream.getFileName().toString());
            }
          }
        }
      }
    }
    return queries;
  }

  private static List<Path> children(Path of) throws IOException {
    if (!Files.isDirectory(of)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(of)) {
      return files.sorted().toList();
    }
  }

  private static Optional<String> readIfThere(Path file) throws IOException {
    try {
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Returns the folder of a stream's rows. */
  Path rows(ShuffleMode shuffle, String stream) throws IOException {
    return Files.createDirectories(folder.resolve(shuffle.label()).resolve(stream));
  }

  /**
   * Prepares the folder for the rows of queries that begin. What an interrupted run has left of these queries does not
   * disturb them.
   */
  Path begin(ShuffleMode shuffle, String stream, List<String> queries) throws IOException {
    Path rows = rows(shuffle, stream);
    for (String query : queries) {
      Files.deleteIfExists(rows.resolve(query));
    }
    return rows;
  }

  /** Returns the result of a query; empty if it is not done. */
  Optional<QueryResult> result(ShuffleMode shuffle, String stream, String query) throws IOException {
    Optional<String> text = readIfThere(rows(shuffle, stream).resolve(query + RESULT));
    return text.isEmpty() ? Optional.empty() : Optional.of(JSON.readValue(text.get(), QueryResult.class));
  }

  /** Returns the rows of a query that is done and did not fail. */
  List<String> rows(ShuffleMode shuffle, String stream, String query) throws IOException {
    return Files.readAllLines(rows(shuffle, stream).resolve(query));
  }

  /** Stores the result of a query. */
  void add(ShuffleMode shuffle, String stream, QueryResult result) throws IOException {
    write(rows(shuffle, stream).resolve(result.query() + RESULT), result);
  }

  /** Adds the handlers' counters of a part of a run. */
  void add(ShuffleMode shuffle, ShuffleTotals totals) throws IOException {
    write(folder.resolve(TOTALS + shuffle.label() + RESULT), totals(shuffle).plus(totals));
  }

  /** Returns the handlers' counters so far. */
  ShuffleTotals totals(ShuffleMode shuffle) throws IOException {
    Optional<String> text = readIfThere(folder.resolve(TOTALS + shuffle.label() + RESULT));
    return text.isEmpty() ? ShuffleTotals.NONE : JSON.readValue(text.get(), ShuffleTotals.class);
  }

  /** Returns the trace of what was shuffled with Terra so far, to be continued. */
  WorkloadTrace trace(String name) throws IOException {
    Optional<String> text = readIfThere(folder.resolve(TRACE));
    return text.isEmpty() ? WorkloadTrace.empty(name) : WorkloadTrace.after(JSON.readTree(text.get()));
  }

  /** Stores the trace of what was shuffled with Terra. */
  void keep(WorkloadTrace trace) throws IOException {
    write(folder.resolve(TRACE), trace.json());
  }

  private static void write(Path file, Object value) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Files.writeString(unfinished, JSON.writeValueAsString(value));
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns how many queries have left their rows in a folder. */
  static long finished(Path rows) throws IOException {
    try (Stream<Path> files = Files.list(rows)) {
      return files.filter(file -> !file.getFileName().toString().contains(".")).count();
    }
  }
}
