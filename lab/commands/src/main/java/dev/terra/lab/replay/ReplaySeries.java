package dev.terra.lab.replay;

import dev.terra.core.wan.Wan;
import dev.terra.lab.replay.ReplayBed.Load;
import dev.terra.sim.Evaluation;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.Traces;
import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A series of replays of one trace in several ways, one after the other, each compared with its simulation. If a way
 * fails, the others still run. It is used once.
 */
final class ReplaySeries {
  /** A way that takes this many times its expected time is given up. */
  private static final double PATIENCE = 3;
  /** The additional seconds on the wire that a short replay may take. */
  private static final double PATIENCE_SECONDS = 60;
  private static final int TENTHS = 10;

  private final Wan wan;
  private final Trace trace;
  private final Pace pace;
  private final Load load;
  private final Consumer<String> progress;
  private final Map<Way, SimulationResult> simulated = new EnumMap<>(Way.class);
  private final Map<Way, MeasuredRun> measured = new EnumMap<>(Way.class);
  private final Map<Way, String> left = new EnumMap<>(Way.class);

  /** Makes a series, and simulates the ways. */
  ReplaySeries(Evaluation.Setting setting, Pace pace, List<Way> ways, Consumer<String> progress) {
    this.wan = setting.wan();
    this.trace = setting.trace();
    this.pace = pace;
    this.load = new Load(setting.options().compute(), setting.options().events());
    this.progress = progress;
    Evaluation evaluation = new Evaluation(new Evaluation.Setting(WireModel.wan(wan, pace), trace, setting.pathsPerPair(), setting.alpha(),
        WireModel.options(setting.options(), wan, pace)), System::nanoTime);
    ways.forEach(way -> simulated.put(way, evaluation.run(way.policy(), (done, all) -> { })));
  }

  /** Returns how long all replays take on the wire if they go as simulated, seconds. */
  double seconds() {
    return simulated.values().stream().mapToDouble(ReplaySeries::seconds).sum() / pace.speed();
  }

  /** Returns the seconds from the first arrival to the last end, on the trace's clock. */
  private static double seconds(SimulationResult run) {
    double first = run.jobs().get(0).arrivalSeconds();
    return run.jobs().stream().mapToDouble(job -> job.arrivalSeconds() + job.seconds() - first).max().orElse(0);
  }

  /**
   * Replays the trace in each way that has no stored run yet.
   *
   * @param folder where complete runs are stored; empty: nowhere
   */
  ReplayReport run(Optional<Path> folder) throws IOException, InterruptedException {
    Optional<KeptRuns> kept = folder.map(path -> new KeptRuns(path, Traces.toJson(trace) + wan + pace + load));
    if (kept.isPresent()) {
      for (Way way : simulated.keySet()) {
        kept.get().find(way).ifPresent(run -> measured.put(way, run));
      }
    }
    if (measured.size() < simulated.size()) {
      measure(kept);
    }
    return report();
  }

  private void measure(Optional<KeptRuns> kept) throws IOException, InterruptedException {
    try (ReplayBed bed = ReplayBed.up(wan, pace, progress)) {
      for (Way way : simulated.keySet()) {
        if (!measured.containsKey(way)) {
          measure(bed, way);
        }
        if (kept.isPresent() && measured.containsKey(way) && measured.get(way).isComplete(trace.jobs().size())) {
          kept.get().keep(way, measured.get(way));
        }
      }
    }
  }

  private void measure(ReplayBed bed, Way way) throws InterruptedException {
    double limitSeconds = PATIENCE * seconds(simulated.get(way)) + PATIENCE_SECONDS * pace.speed();
    try {
      Optional<String> obstacle = bed.obstacle(way);
      if (obstacle.isPresent()) {
        leaveOut(way, obstacle.get());
        return;
      }
      MeasuredRun run = bed.run(way, trace, load, limitSeconds, (done, all) -> jobsDone(way, done, all));
      measured.put(way, run);
      progress.accept(String.format(Locale.ROOT, "%s: %d of %d jobs in %.0f s of the trace%s", way.label(), run.jobs().size(),
          trace.jobs().size(), run.seconds(), run.problems().stream().reduce((first, last) -> last).map(last -> "; " + last).orElse("")));
    } catch (IOException | TestbedException e) {
      leaveOut(way, e.getMessage());
    }
  }

  private void leaveOut(Way way, String why) {
    left.put(way, why);
    progress.accept(way.label() + " is left out: " + why);
  }

  /** Prints a line for each tenth of the jobs. */
  private void jobsDone(Way way, int done, int all) {
    if (done % Math.max(1, all / TENTHS) == 0) {
      progress.accept(way.label() + ": " + done + " of " + all + " jobs done");
    }
  }

  private ReplayReport report() {
    double capacity = pace.onWire(wan).links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).sum() / pace.speed();
    List<ReplayRun> runs = measured.entrySet().stream()
        .map(run -> new ReplayRun(run.getKey(), run.getValue(), simulated.get(run.getKey()), capacity)).toList();
    return new ReplayReport(wan.name(), trace.name(), trace.jobs().size(), pace, runs, left);
  }
}
