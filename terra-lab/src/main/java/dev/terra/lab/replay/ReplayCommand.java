package dev.terra.lab.replay;

import dev.terra.cli.progress.Progress;
import dev.terra.cli.simulate.ReplayOptions;
import dev.terra.cli.simulate.ReportOptions;
import dev.terra.core.wan.Wan;
import dev.terra.lab.replay.ReplayBed.Load;
import dev.terra.sim.Evaluation;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.Traces;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./terra replay}: a trace's shuffles sent for real, beside what the simulator says of the same trace. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends a trace's shuffles over an emulated WAN, with its arrivals, dependencies and computation times: by Terra, over TCP and over",
      "the kernel's MPTCP, one after the other, and compares job times with those of `simulate`. Brings its own testbed up and down;",
      "needs root. Every byte is checked where it arrives. Capacities and volumes are scaled together; latencies are not, so that the",
      "faster it goes the more round trips count."
    })
public final class ReplayCommand implements Callable<Integer> {
  /** Of a link's capacity: what is left for data when packets have headers, and what Terra plans. The simulator has that. */
  static final double PAYLOAD_SHARE = 0.955;
  /** A way that takes so many times as long as it should is given up. */
  private static final double PATIENCE = 3;
  private static final double PATIENCE_SECONDS = 60;
  private static final int TENTHS = 10;

  @Spec private CommandSpec spec;

  @Mixin private ReplayOptions replay;

  @Option(names = "--policy", split = ",", paramLabel = "P", defaultValue = "stock,tcp8,mptcp,terra,terra-plus",
      description = "stock,tcp8,mptcp,terra,terra-plus (default: all)")
  private List<String> policies;

  @Option(names = "--jobs", paramLabel = "N", description = "only the first N jobs")
  private Integer jobs;

  @Option(names = "--speed", paramLabel = "X", defaultValue = "1", description = "so many seconds of the trace in a second (default 1)")
  private double speed;

  @Option(names = "--keep", paramLabel = "DIR",
      description = "keep what each policy gave there, and go on with what is missing when started again with the same options")
  private Path keep;

  @Mixin private ReportOptions report;

  private final Progress progress = new Progress(() -> spec.commandLine().getErr(), System::nanoTime);

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Way> ways = policies.stream().map(Way::parse).distinct().toList();
    Evaluation.Setting setting = replay.setting();
    if (setting.options().earlyStart()) {
      throw new IllegalArgumentException("--early-start is for `simulate` only: a stage's shuffle is sent as one");
    }
    Trace trace = firstJobs(setting.trace());
    Pace pace = Pace.of(setting.wan(), speed);
    List<SimulationResult> simulated = simulate(setting, trace, ways);
    progress.say(String.format(Locale.ROOT,
        "%s, %d jobs, capacities x %.4g, speed %.4g: %.1f min in all if it goes as simulated", setting.wan().name(),
        trace.jobs().size(), pace.capacityFactor(), speed, simulated.stream().mapToDouble(ReplayCommand::seconds).sum() / speed / 60));
    ReplayReport result = measure(setting, trace, pace, ways, simulated);
    print(result);
    return result.isComplete() ? 0 : 1;
  }

  private Trace firstJobs(Trace trace) {
    if (jobs != null && jobs < 1) {
      throw new IllegalArgumentException("expected --jobs to be at least 1, got " + jobs);
    }
    return jobs == null || jobs >= trace.jobs().size() ? trace : new Trace(trace.name(), trace.jobs().subList(0, jobs), trace.problems());
  }

  private static List<SimulationResult> simulate(Evaluation.Setting setting, Trace trace, List<Way> ways) {
    Wan payload = setting.wan().mapLinks(link -> link.withCapacity(link.capacity().times(PAYLOAD_SHARE)));
    Evaluation evaluation = new Evaluation(new Evaluation.Setting(payload, trace, setting.pathsPerPair(), setting.alpha(),
        setting.options()), System::nanoTime);
    return ways.stream().map(way -> evaluation.run(way.policy(), (done, all) -> { })).toList();
  }

  /** From the first arrival to the last end. */
  private static double seconds(SimulationResult run) {
    double first = run.jobs().get(0).arrivalSeconds();
    return run.jobs().stream().mapToDouble(job -> job.arrivalSeconds() + job.seconds() - first).max().orElse(0);
  }

  private ReplayReport measure(Evaluation.Setting setting, Trace trace, Pace pace, List<Way> ways, List<SimulationResult> simulated)
      throws IOException, InterruptedException {
    Load load = new Load(setting.options().compute(), setting.options().events());
    Optional<KeptRuns> kept =
        Optional.ofNullable(keep).map(folder -> new KeptRuns(folder, Traces.toJson(trace) + setting.wan() + pace + load));
    Map<Way, MeasuredRun> runs = new EnumMap<>(Way.class);
    Map<Way, String> left = new EnumMap<>(Way.class);
    for (Way way : ways) {
      if (kept.isPresent()) {
        kept.get().find(way).ifPresent(run -> runs.put(way, run));
      }
    }
    if (!runs.keySet().containsAll(ways)) {
      try (ReplayBed bed = ReplayBed.up(setting.wan(), pace, progress::say)) {
        for (Way way : ways) {
          if (!runs.containsKey(way)) {
            double limit = PATIENCE * seconds(simulated.get(ways.indexOf(way))) + PATIENCE_SECONDS * speed;
            measure(bed, way, trace, load, limit).ifPresentOrElse(run -> runs.put(way, run), () -> left.put(way, lastProblem));
            if (kept.isPresent() && runs.containsKey(way)) {
              kept.get().keep(way, runs.get(way));
            }
          }
        }
      }
    }
    double capacity = pace.onWire(setting.wan()).links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).sum() / speed;
    List<ReplayRun> all = new ArrayList<>();
    for (Way way : ways) {
      if (runs.containsKey(way)) {
        all.add(new ReplayRun(way, runs.get(way), simulated.get(ways.indexOf(way)), capacity));
      }
    }
    return new ReplayReport(setting.wan().name(), trace.name(), trace.jobs().size(), pace, all, left);
  }

  private String lastProblem = "";

  /** A way that fails costs the others nothing. */
  private Optional<MeasuredRun> measure(ReplayBed bed, Way way, Trace trace, Load load, double limitSeconds) throws InterruptedException {
    Optional<String> obstacle = bed.obstacle(way);
    try {
      if (obstacle.isEmpty()) {
        MeasuredRun run = bed.run(way, trace, load, limitSeconds, (done, all) -> jobsDone(way, done, all));
        progress.say(String.format(Locale.ROOT, "%s: %d of %d jobs in %.0f s of the trace%s", way.label(), run.jobs().size(),
            trace.jobs().size(),
            run.seconds(), run.problems().isEmpty() ? "" : "; " + run.problems().get(run.problems().size() - 1)));
        return Optional.of(run);
      }
      lastProblem = obstacle.get();
    } catch (IOException e) {
      lastProblem = e.getMessage();
    }
    progress.say(way.label() + " is left out: " + lastProblem);
    return Optional.empty();
  }

  /** A line for each tenth. */
  private void jobsDone(Way way, int done, int all) {
    if (done % Math.max(1, all / TENTHS) == 0) {
      progress.say(way.label() + ": " + done + " of " + all + " jobs done");
    }
  }

  private void print(ReplayReport result) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.println(report.json() ? result.json().toString() : result.text());
    out.flush();
    report.writePage(result::html);
  }
}
