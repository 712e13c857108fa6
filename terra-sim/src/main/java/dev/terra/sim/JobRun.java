package dev.terra.sim;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** A job while it runs: which stages are done, and which coflows that allows to start. */
final class JobRun {
  private final TraceJob job;
  private final Map<String, Stage> stages = new LinkedHashMap<>();
  private final Map<String, List<TraceShuffle>> inputs;
  private final Map<String, Coflow> coflows = new LinkedHashMap<>();
  private final Set<String> stagesDone = new HashSet<>();
  private final SimulationOptions options;

  JobRun(TraceJob job, SimulationOptions options) {
    this.job = job;
    this.options = options;
    this.inputs = job.inputsByStage();
    job.stages().forEach(stage -> stages.put(stage.name(), stage));
    inputs.forEach((stage, into) ->
        coflows.put(stage, new Coflow(new ShuffleId(job.id() + "/" + stage), stage, into.size(), deadline(into))));
  }

  /** A coflow's deadline is the first of its shuffles'. */
  private static OptionalDouble deadline(List<TraceShuffle> into) {
    return into.stream().flatMapToDouble(shuffle -> shuffle.deadlineSeconds().stream()).min();
  }

  TraceJob job() {
    return job;
  }

  /** Stages that wait for nothing. */
  List<String> firstStages() {
    return stages.keySet().stream().filter(stage -> !inputs.containsKey(stage)).toList();
  }

  /** How long a stage computes once it has its input. */
  double computeSeconds(String stage) {
    if (stages.get(stage).seconds().isPresent()) {
      return stages.get(stage).seconds().getAsDouble();
    }
    Map<SiteId, Double> bytesBySite = new TreeMap<>();
    if (inputs.containsKey(stage)) {
      inputs.get(stage).forEach(shuffle ->
          matrix(shuffle).forEach(entry -> bytesBySite.merge(entry.to(), entry.bytes(), Double::sum)));
    } else {
      job.shuffles().stream().filter(shuffle -> shuffle.from().equals(stage)).forEach(shuffle ->
          matrix(shuffle).forEach(entry -> bytesBySite.merge(entry.from(), entry.bytes(), Double::sum)));
    }
    return options.compute().seconds(bytesBySite);
  }

  /** A stage is done; gives the coflows into which shuffles were released by that. */
  List<Coflow> stageDone(String stage) {
    stagesDone.add(stage);
    List<Coflow> released = new ArrayList<>();
    coflows.forEach((destination, coflow) -> {
      List<TraceShuffle> into = inputs.get(destination);
      if (into.stream().anyMatch(shuffle -> shuffle.from().equals(stage)) && release(coflow, into, stage)) {
        released.add(coflow);
      }
    });
    return released;
  }

  private boolean release(Coflow coflow, List<TraceShuffle> into, String stage) {
    if (options.earlyStart()) {
      into.stream().filter(shuffle -> shuffle.from().equals(stage)).forEach(shuffle -> coflow.release(matrix(shuffle)));
      return true;
    }
    if (into.stream().allMatch(shuffle -> stagesDone.contains(shuffle.from()))) {
      into.forEach(shuffle -> coflow.release(matrix(shuffle)));
      return true;
    }
    return false;
  }

  boolean isDone() {
    return stagesDone.size() == stages.size();
  }

  private List<SiteBytes> matrix(TraceShuffle shuffle) {
    List<SiteBytes> bySites = shuffle.bySites(stages.get(shuffle.from()), stages.get(shuffle.to()));
    int hosts = options.compute().hostsPerSite();
    return bySites.stream().map(entry -> new SiteBytes(entry.from(), entry.to(), entry.bytes(),
        (int) Math.min(entry.flows(), (long) hosts * hosts))).toList();
  }
}
