package dev.terra.sim.placement;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.units.WholeShares;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.place.ReducerPlacement;
import dev.terra.schedule.place.ReducerStage;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Places the stages of a trace at other sites. A stage that reads shuffles is placed after the stages from which it reads, in the order of
 * the job's graph. A stage without input stays where its data are. So does a stage whose name begins with {@link #TABLE_READER}: Tez gives
 * such names to vertices that read tables, whose bytes are not part of traces. Each task of a stage reads an equal part of every site's
 * output.
 */
public final class TracePlacement {
  /** The beginning of the names of stages that read tables in addition to shuffles. */
  public static final String TABLE_READER = "Map";

  private final List<SiteId> sites;
  private final StageSites rule;
  private int turn;

  private TracePlacement(Wan wan, PlacementName name, int pathsPerPair) {
    this.sites = wan.sites().stream().map(Site::id).toList();
    this.rule = switch (name) {
      case STOCK -> throw new IllegalArgumentException("the trace itself has this placement");
      case BALANCED -> (bytesBySite, tasks) -> balanced(tasks);
      case DATA -> TracePlacement::byData;
      case TERRA -> soonest(wan, new PathSets(wan, PathRules.atMost(pathsPerPair)));
    };
  }

  /**
   * Places the jobs of a trace.
   *
   * @param pathsPerPair the number of paths between two sites that a shuffle may take, which matters for {@link PlacementName#TERRA} only
   */
  public static Trace of(Trace trace, Wan wan, PlacementName name, int pathsPerPair) {
    if (name == PlacementName.STOCK) {
      return trace;
    }
    TracePlacement placement = new TracePlacement(wan, name, pathsPerPair);
    return new Trace(trace.name(), trace.jobs().stream().map(placement::placed).toList(), trace.problems());
  }

  private TraceJob placed(TraceJob job) {
    Map<String, Stage> stages = new HashMap<>();
    Map<String, List<TraceShuffle>> inputs = job.inputsByStage();
    List<TraceShuffle> shuffles = new ArrayList<>(job.shuffles());
    Set<String> moved = new HashSet<>();
    for (Stage stage : inOrder(job, inputs)) {
      Map<SiteId, Double> bytes = new TreeMap<>();
      inputs.getOrDefault(stage.name(), List.of()).forEach(shuffle -> outputs(shuffle, stages, job, moved)
          .forEach((site, count) -> bytes.merge(site, count, Double::sum)));
      boolean free = !stage.name().startsWith(TABLE_READER) && bytes.values().stream().anyMatch(count -> count > 0);
      if (free) {
        moved.add(stage.name());
      }
      stages.put(stage.name(), free ? new Stage(stage.name(), rule.choose(bytes, stage.tasks()), stage.seconds()) : stage);
    }
    shuffles.replaceAll(shuffle -> shuffle.matrix().isEmpty() || !(moved.contains(shuffle.from()) || moved.contains(shuffle.to()))
        ? shuffle : spread(shuffle, job, stages, moved));
    return new TraceJob(job.id(), job.arrivalSeconds(), job.stages().stream().map(stage -> placedStage(stages, stage)).toList(), shuffles,
        job.wireShare());
  }

  private static Stage placedStage(Map<String, Stage> placed, Stage stage) {
    return placed.getOrDefault(stage.name(), stage);
  }

  /** Returns the stages in an order in which each stage comes after those from which it reads. */
  private static List<Stage> inOrder(TraceJob job, Map<String, List<TraceShuffle>> inputs) {
    List<Stage> ordered = new ArrayList<>();
    Set<String> done = new HashSet<>();
    List<Stage> left = new ArrayList<>(job.stages());
    while (!left.isEmpty()) {
      List<Stage> ready = left.stream().filter(stage -> inputs.getOrDefault(stage.name(), List.of()).stream()
          .allMatch(shuffle -> done.contains(shuffle.from()))).toList();
      ready.forEach(stage -> done.add(stage.name()));
      ordered.addAll(ready);
      left.removeAll(ready);
    }
    return ordered;
  }

  /** Returns what a shuffle reads, by the site that has it. */
  private static Map<SiteId, Double> outputs(TraceShuffle shuffle, Map<String, Stage> stages, TraceJob job, Set<String> moved) {
    Map<SiteId, Double> bytes = new TreeMap<>();
    if (moved.contains(shuffle.from()) || shuffle.matrix().isEmpty()) {
      Stage source = placedStage(stages, job.stage(shuffle.from()));
      source.tasksBySite().forEach((site, tasks) -> bytes.put(site, shuffle.bytes() * tasks / source.tasks()));
    } else {
      shuffle.matrix().forEach(entry -> bytes.merge(entry.from(), entry.bytes(), Double::sum));
    }
    return bytes;
  }

  /** Returns a shuffle with a known matrix and a moved end: what each site has of its bytes, spread over the tasks that read. */
  private static TraceShuffle spread(TraceShuffle shuffle, TraceJob job, Map<String, Stage> stages, Set<String> moved) {
    Stage source = placedStage(stages, job.stage(shuffle.from()));
    Stage reader = placedStage(stages, job.stage(shuffle.to()));
    Map<SiteId, Double> shares = moved.contains(reader.name()) || shuffle.bytes() <= 0 ? evenShares(reader) : givenShares(shuffle);
    List<SiteBytes> matrix = new ArrayList<>();
    outputs(shuffle, stages, job, moved).forEach((from, bytes) -> shares.forEach((to, share) -> {
      long flows = (long) source.tasksBySite().getOrDefault(from, 1) * reader.tasksBySite().getOrDefault(to, 1);
      matrix.add(new SiteBytes(from, to, bytes * share, (int) Math.min(flows, Integer.MAX_VALUE)));
    }));
    return new TraceShuffle(shuffle.from(), shuffle.to(), shuffle.bytes(), shuffle.deadlineSeconds(), matrix);
  }

  private static Map<SiteId, Double> evenShares(Stage reader) {
    Map<SiteId, Double> shares = new TreeMap<>();
    reader.tasksBySite().forEach((site, tasks) -> shares.put(site, (double) tasks / reader.tasks()));
    return shares;
  }

  /** Returns the shares of the sites of a stage that stays, from the columns of the matrix. */
  private static Map<SiteId, Double> givenShares(TraceShuffle shuffle) {
    Map<SiteId, Double> shares = new TreeMap<>();
    shuffle.matrix().forEach(entry -> shares.merge(entry.to(), entry.bytes() / shuffle.bytes(), Double::sum));
    return shares;
  }

  private Map<SiteId, Integer> balanced(int tasks) {
    Map<SiteId, Integer> counts = new TreeMap<>();
    for (int i = 0; i < tasks; i++) {
      counts.merge(sites.get(turn++ % sites.size()), 1, Integer::sum);
    }
    return counts;
  }

  private static Map<SiteId, Integer> byData(Map<SiteId, Double> bytesBySite, int tasks) {
    int[] counts = WholeShares.of(bytesBySite.values().stream().mapToDouble(Double::doubleValue).toArray(), tasks);
    Map<SiteId, Integer> bySite = new TreeMap<>();
    int next = 0;
    for (SiteId site : bytesBySite.keySet()) {
      bySite.put(site, counts[next++]);
    }
    bySite.values().removeIf(count -> count == 0);
    return bySite;
  }

  private static StageSites soonest(Wan wan, PathSets paths) {
    ImmutableMap<SiteId, Integer> everywhere = wan.sites().stream().collect(ImmutableMap.toImmutableMap(Site::id, site -> 1));
    return (bytesBySite, tasks) -> {
      ReducerStage stage = new ReducerStage(ImmutableMap.copyOf(bytesBySite), tasks, everywhere, 0);
      return new ReducerPlacement(paths, wan, stage, PolicyScheduler.solver(SolverName.FAST)).best().reducers();
    };
  }
}
