package dev.terra.shuffle.fetch;

import dev.terra.node.output.NodeShuffle;
import dev.terra.shuffle.output.JobIds;
import dev.terra.shuffle.output.MapId;
import dev.terra.shuffle.output.ShuffleName;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The request of a reducer: for its part of some map outputs of a job, or of some outputs of one vertex of a DAG.
 *
 * @param uri path and query exactly as they arrived, which the reducer has signed
 */
public record ShuffleRequest(String uri, String job, int reduce, List<MapId> maps) {
  static final String PATH = "/mapOutput?";

  /**
   * Reads a request. The result is empty for everything that is not plainly a request of MapReduce or Tez: other names, outputs of several
   * vertices, or a range of reducers, which Hadoop's handler does not serve either.
   */
  public static Optional<ShuffleRequest> parse(String uri) {
    if (!uri.startsWith(PATH)) {
      return Optional.empty();
    }
    Map<String, List<String>> query;
    try {
      query = new QueryStringDecoder(uri).parameters();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    Optional<String> job = single(query, "job").filter(JobIds::isJobId);
    Optional<Integer> reduce = single(query, "reduce").flatMap(ShuffleRequest::index);
    List<MapId> maps = maps(query.getOrDefault("map", List.of()), job.orElse(""));
    if (job.isEmpty() || reduce.isEmpty() || maps.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new ShuffleRequest(uri, job.get(), reduce.get(), maps));
  }

  /** Returns whether a task of a DAG makes the request. */
  public boolean isDag() {
    return maps.get(0).vertex().isPresent();
  }

  /** Returns the shuffle of the request, for outputs with the given number of partitions. */
  public NodeShuffle shuffle(int partitions) {
    return ShuffleName.of(maps.get(0), partitions).shuffle();
  }

  private static Optional<String> single(Map<String, List<String>> query, String name) {
    return Optional.ofNullable(query.get(name)).filter(values -> values.size() == 1).map(values -> values.get(0));
  }

  private static Optional<Integer> index(String text) {
    try {
      return Optional.of(Integer.valueOf(text)).filter(number -> number >= 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns all map ids, or none where one is not a map of the job or belongs to another vertex than the first. */
  private static List<MapId> maps(List<String> values, String job) {
    List<MapId> maps = new ArrayList<>();
    for (String value : values) {
      for (String name : value.split(",")) {
        Optional<MapId> map = MapId.parse(name).filter(id -> id.job().equals(job));
        if (map.isEmpty() || !map.get().vertex().equals(maps.isEmpty() ? map.get().vertex() : maps.get(0).vertex())) {
          return List.of();
        }
        maps.add(map.get());
      }
    }
    return maps;
  }
}
