package dev.terra.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.progress.Progress;
import dev.terra.sim.Evaluation;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.report.HtmlReport;
import dev.terra.sim.report.ResultsJson;
import dev.terra.sim.report.ResultsTable;
import dev.terra.sim.report.ShuffleTimes;
import dev.terra.sim.trace.Trace;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code simulate}: replays a trace under one or more policies. */
@Command(name = "simulate", mixinStandardHelpOptions = true,
    description = "Replays a trace of jobs on a WAN under one or more scheduling policies.")
public final class SimulateCommand implements Callable<Integer> {
  @Mixin
  private ReplayOptions replay;

  @Option(names = "--policy", split = ",", paramLabel = "P", defaultValue = "default,terra,terra-plus",
      description = "default, parallel-tcp, mptcp, varys, siphon, scheduling-only, multipath-only, terra, terra-plus, bound")
  private List<String> policies;

  @Option(names = "--shuffles", description = "also print how long each shuffle took, under each policy")
  private boolean shuffles;

  @Mixin
  private ReportOptions report;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Policies.check(policies);
    Evaluation.Setting setting = replay.setting();
    Trace trace = setting.trace();
    PrintWriter err = spec.commandLine().getErr();
    trace.problems().forEach(problem -> err.println("simulate: left out a job of " + trace.name() + ": " + problem));
    Evaluation evaluation = replay.evaluation(setting);
    List<SimulationResult> runs = Policies.run(evaluation, policies, new Progress(() -> err, System::nanoTime));
    PrintWriter out = spec.commandLine().getOut();
    if (report.json()) {
      ObjectNode json =
          ResultsJson.of(setting.wan().name(), trace.name(), trace.problems().size(), evaluation.offeredLoad(), runs, report.timings());
      if (shuffles) {
        ObjectNode byPolicy = json.putObject("shuffles");
        runs.forEach(run -> byPolicy.set(run.policy(), ShuffleTimes.json(run)));
      }
      out.println(json);
    } else {
      out.println(ResultsTable.of(runs));
      if (shuffles) {
        out.printf(Locale.ROOT, "%n%s%n", ShuffleTimes.table(runs));
      }
    }
    out.flush();
    report.writePage(() -> HtmlReport.of(setting.wan().name() + ", " + trace.name(), runs));
    return 0;
  }
}
