package dev.terra.sim.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job: stages joined by shuffles, without cycles.
 *
 * @param id its id, unique in its trace
 * @param arrivalSeconds when it arrives, finite and at least 0
 * @param stages the stages, with unique names, in any order
 * @param shuffles shuffles between stages of this job; several shuffles between the same two stages add up
 * @param wireShare the part of its bytes that Terra's compressed chunks put on links, above 0 and at most 1; 1 is without compression
 */
public record TraceJob(String id, double arrivalSeconds, List<Stage> stages, List<TraceShuffle> shuffles, double wireShare) {
  /** Checks names, cycles and ranges. */
  public TraceJob {
    stages = List.copyOf(stages);
    shuffles = List.copyOf(shuffles);
    if (!Double.isFinite(arrivalSeconds) || arrivalSeconds < 0) {
      throw new IllegalArgumentException("job " + id + ": expected an arrival of at least 0 s, got " + arrivalSeconds);
    }
    if (!(wireShare > 0 && wireShare <= 1)) {
      throw new IllegalArgumentException("job " + id + ": expected a wireShare above 0 and at most 1, got " + wireShare);
    }
    Map<String, Stage> byName = new HashMap<>();
    for (Stage stage : stages) {
      if (byName.put(stage.name(), stage) != null) {
        throw new IllegalArgumentException("job " + id + ": stage " + stage.name() + " is given twice");
      }
    }
    for (TraceShuffle shuffle : shuffles) {
      for (String end : List.of(shuffle.from(), shuffle.to())) {
        if (!byName.containsKey(end)) {
          throw new IllegalArgumentException("job " + id + ": a shuffle names the unknown stage " + end);
        }
      }
    }
    checkAcyclic(id, byName, shuffles);
  }

  /** Makes a job whose bytes are not compressed. */
  public TraceJob(String id, double arrivalSeconds, List<Stage> stages, List<TraceShuffle> shuffles) {
    this(id, arrivalSeconds, stages, shuffles, 1);
  }

  /** Returns this job with the bytes that its compressed chunks put on links as its own bytes. */
  public TraceJob onLinks() {
    return wireShare == 1 ? this
        : new TraceJob(id, arrivalSeconds, stages, shuffles.stream().map(shuffle -> shuffle.times(wireShare)).toList(), 1);
  }

  private static void checkAcyclic(String id, Map<String, Stage> stages, List<TraceShuffle> shuffles) {
    Map<String, Integer> inputs = new HashMap<>();
    stages.keySet().forEach(stage -> inputs.put(stage, 0));
    shuffles.forEach(shuffle -> inputs.merge(shuffle.to(), 1, Integer::sum));
    List<String> ready = new ArrayList<>(inputs.entrySet().stream().filter(stage -> stage.getValue() == 0).map(Map.Entry::getKey).toList());
    for (int i = 0; i < ready.size(); i++) {
      for (TraceShuffle shuffle : shuffles) {
        if (shuffle.from().equals(ready.get(i)) && inputs.merge(shuffle.to(), -1, Integer::sum) == 0) {
          ready.add(shuffle.to());
        }
      }
    }
    if (ready.size() < stages.size()) {
      throw new IllegalArgumentException("job " + id + ": its stages wait for each other in a circle");
    }
  }

  /** Returns a stage by its name. */
  public Stage stage(String name) {
    return stages.stream().filter(stage -> stage.name().equals(name)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("job " + id + " has no stage " + name));
  }

  /** Returns the shuffles into each stage that has any, in the order of the stages; each group is one coflow. */
  public Map<String, List<TraceShuffle>> inputsByStage() {
    Map<String, List<TraceShuffle>> inputs = new LinkedHashMap<>();
    for (Stage stage : stages) {
      List<TraceShuffle> into = shuffles.stream().filter(shuffle -> shuffle.to().equals(stage.name())).toList();
      if (!into.isEmpty()) {
        inputs.put(stage.name(), into);
      }
    }
    return inputs;
  }
}
