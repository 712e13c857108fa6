package dev.terra.sim;

import dev.terra.core.wan.SiteId;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The progress of a job of a trace: which stages are done, and what may be sent because of that. */
public final class JobProgress {
  private final TraceJob job;
  private final ComputeModel compute;
  private final boolean earlyStart;
  private final Map<String, List<TraceShuffle>> inputs;
  private final Set<String> done = new HashSet<>();

  /**
   * What may be sent to one stage.
   *
   * @param stage the stage that reads it
   * @param shuffles the matrices by pair of sites, one for each shuffle into the stage that was released
   */
  public record Release(String stage, List<List<SiteBytes>> shuffles) {}

  /**
   * Makes the progress of a job that has just arrived.
   *
   * @param earlyStart whether a shuffle is released when its own producer is done, rather than when all producers of its stage are
   */
  public JobProgress(TraceJob job, ComputeModel compute, boolean earlyStart) {
    this.job = job;
    this.compute = compute;
    this.earlyStart = earlyStart;
    this.inputs = job.inputsByStage();
  }

  /** Returns the job. */
  public TraceJob job() {
    return job;
  }

  /** Returns the stages without input. */
  public List<String> firstStages() {
    return job.stages().stream().map(Stage::name).filter(stage -> !inputs.containsKey(stage)).toList();
  }

  /** Returns the shuffles into each stage that has any. */
  Map<String, List<TraceShuffle>> inputs() {
    return inputs;
  }

  /** Returns a stage's deadline, seconds from the start of its coflow: the first deadline of its shuffles; null without one. */
  @Nullable Double deadlineSeconds(String stage) {
    return inputs.getOrDefault(stage, List.of()).stream().flatMapToDouble(shuffle -> shuffle.deadlineSeconds().stream()).boxed()
        .min(Double::compare).orElse(null);
  }

  /** Returns how long a stage computes once it has its input, seconds. */
  public double computeSeconds(String stage) {
    OptionalDouble given = job.stage(stage).seconds();
    if (given.isPresent()) {
      return given.getAsDouble();
    }
    Map<SiteId, Double> bytesBySite = new TreeMap<>();
    List<TraceShuffle> into = inputs.getOrDefault(stage, List.of());
    if (!into.isEmpty()) {
      into.forEach(shuffle ->
          matrix(shuffle).forEach(entry -> bytesBySite.merge(entry.to(), entry.bytes(), Double::sum)));
    } else {
      job.shuffles().stream().filter(shuffle -> shuffle.from().equals(stage)).forEach(shuffle ->
          matrix(shuffle).forEach(entry -> bytesBySite.merge(entry.from(), entry.bytes(), Double::sum)));
    }
    return compute.seconds(bytesBySite);
  }

  /** Notes that a stage is done; returns what this releases, by the stage that reads it. */
  public List<Release> stageDone(String stage) {
    done.add(stage);
    List<Release> released = new ArrayList<>();
    inputs.forEach((reader, into) -> {
      List<TraceShuffle> now = into.stream().anyMatch(shuffle -> shuffle.from().equals(stage)) ? released(into, stage) : List.of();
      if (!now.isEmpty()) {
        released.add(new Release(reader, now.stream().map(this::matrix).toList()));
      }
    });
    return released;
  }

  private List<TraceShuffle> released(List<TraceShuffle> into, String stage) {
    if (earlyStart) {
      return into.stream().filter(shuffle -> shuffle.from().equals(stage)).toList();
    }
    return into.stream().allMatch(shuffle -> done.contains(shuffle.from())) ? into : List.of();
  }

  /** Returns whether all stages are done. */
  public boolean isDone() {
    return done.size() == job.stages().size();
  }

  private List<SiteBytes> matrix(TraceShuffle shuffle) {
    long mostFlows = (long) compute.hostsPerSite() * compute.hostsPerSite();
    return shuffle.bySites(job.stage(shuffle.from()), job.stage(shuffle.to())).stream().map(entry ->
        new SiteBytes(entry.from(), entry.to(), entry.bytes(), (int) Math.min(entry.flows(), mostFlows))).toList();
  }
}
