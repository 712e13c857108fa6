package dev.terra.lab.replay;

import dev.terra.cli.progress.Progress;
import dev.terra.cli.simulate.ReplayOptions;
import dev.terra.cli.simulate.ReportOptions;
import dev.terra.sim.Evaluation;
import dev.terra.sim.trace.Trace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ./terra replay}: sends a trace's shuffles on a testbed, and compares the times with those that the simulator
 * computes for the same trace.
 */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends a trace's shuffles over an emulated WAN, with its arrivals, dependencies and computation times: by Terra, over TCP and over",
      "the kernel's MPTCP, one after the other, and compares job times with those of `simulate`. Brings its own testbed up and down;",
      "needs root. Every byte is checked where it arrives. Capacities and volumes are scaled together; latencies are not, so that the",
      "faster it goes the more round trips count. They do in the simulation beside it, too: --path-latency is on, --delay is what news",
      "takes to the controller, and --spread what rates take from there to the farthest site, unless you say otherwise."
    })
public final class ReplayCommand implements Callable<Integer> {
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
    setting.trace().problems().forEach(problem -> progress.say("left out a job of " + setting.trace().name() + ": " + problem));
    Trace trace = firstJobs(setting.trace());
    Pace pace = Pace.of(setting.wan(), speed);
    Evaluation.Setting sent = new Evaluation.Setting(setting.wan(), trace, setting.pathsPerPair(), setting.alpha(), setting.options());
    ReplaySeries series = new ReplaySeries(sent, pace, ways, progress::say);
    progress.say(String.format(Locale.ROOT, "%s, %d jobs, capacities x %.4g, speed %.4g: %.1f min in all if it goes as simulated",
        setting.wan().name(), trace.jobs().size(), pace.capacityFactor(), speed, series.seconds() / 60));
    ReplayReport result = series.run(Optional.ofNullable(keep));
    print(result);
    return result.isComplete() ? 0 : 1;
  }

  private Trace firstJobs(Trace trace) {
    if (jobs != null && jobs < 1) {
      throw new IllegalArgumentException("expected --jobs to be at least 1, got " + jobs);
    }
    return jobs == null || jobs >= trace.jobs().size() ? trace : new Trace(trace.name(), trace.jobs().subList(0, jobs), trace.problems());
  }

  private void print(ReplayReport result) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.println(report.json() ? result.json().toString() : result.text());
    out.flush();
    report.writePage(result::html);
  }
}
