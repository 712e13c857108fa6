package dev.terra.shuffle.segment;

import dev.terra.node.output.ActiveJob;
import dev.terra.node.segment.SegmentLookup;
import dev.terra.shuffle.fetch.JobDirectory;
import dev.terra.shuffle.output.MapId;
import dev.terra.shuffle.output.ShuffleName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part of a map output that an agent requests: of a job that runs here, as the user of the job. */
record SegmentQuery(ActiveJob job, MapId map, int reduce) {
  /** Reads the query; empty where it names nothing that this node may serve. */
  static Optional<SegmentQuery> parse(Map<String, List<String>> query, JobDirectory jobs) {
    Optional<ShuffleName> shuffle = ShuffleName.parse(SegmentLookup.value(query, "job"));
    Optional<ActiveJob> job = shuffle.flatMap(name -> jobs.find(name.job()))
        .filter(known -> known.user().equals(SegmentLookup.value(query, "user")));
    Optional<MapId> map = MapId.parse(SegmentLookup.value(query, "map"))
        .filter(id -> shuffle.filter(name -> name.job().equals(id.job()) && isOf(name, id)).isPresent());
    Optional<Integer> reduce = index(SegmentLookup.value(query, "reduce"));
    if (job.isEmpty() || map.isEmpty() || reduce.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new SegmentQuery(job.get(), map.get(), reduce.get()));
  }

  private static boolean isOf(ShuffleName shuffle, MapId map) {
    return shuffle.edge().map(ShuffleName.Edge::vertex).equals(map.vertex());
  }

  private static Optional<Integer> index(String text) {
    try {
      return Optional.of(Integer.valueOf(text)).filter(number -> number >= 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
