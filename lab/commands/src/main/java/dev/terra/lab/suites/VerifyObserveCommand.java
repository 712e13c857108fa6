package dev.terra.lab.suites;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.demo.JobCommand;
import dev.terra.lab.engine.SizeOption;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code ./terra verify observe}: runs nodes that observe, the report, the demo that shows whether the report was
 * right, and a canary.
 */
@Command(
    name = "observe",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the demo's jobs on nodes that only observe, asks for the report, and runs the demo to compare; then a canary of one queue.",
      "Exit code 0 if nothing was redirected that should not be, outputs are identical, and the report's saving is within 15 %%",
      "of the demo's. Needs root, and some twenty minutes."
    })
public final class VerifyObserveCommand extends JobCommand {
  private static final int MAX_RUNS = 20;

  @Mixin private SizeOption size;

  @Option(names = "--runs", paramLabel = "N", defaultValue = "3",
      description = "Runs that are observed, and of the demo with each shuffle (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--runs", runs, 1, MAX_RUNS);
    ObserveReport report = onCluster(size.factor(), new DemoCluster.Kind(LabNetwork.OVERLAY, Protection.NONE),
        runner -> new ObserveRun(runner, size.factor()).run(runs, size.factor()));
    return report(report, report.problems().isEmpty(), VerifyObserveCommand::print);
  }

  private static void print(PrintWriter out, ObserveReport report) {
    ObserveReport.Saving saving = report.saving();
    out.printf(Locale.ROOT, "observing: %d fetches redirected, %d bytes by tunnels%n", report.observing().redirectedFetches(),
        report.observing().carriedBytes());
    out.printf(Locale.ROOT, "report: %.1f s as TCP, %.1f s by Terra, %.1f s saved%n", saving.reportStockSeconds(),
        saving.reportTerraSeconds(), saving.reportSavedSeconds());
    out.printf(Locale.ROOT, "demo: %.1f s stock, %.1f s by Terra, %.1f s saved; the report is off by %.0f %%%n", saving.demoStockSeconds(),
        saving.demoTerraSeconds(), saving.demoSavedSeconds(), 100 * saving.error());
    out.printf(Locale.ROOT, "canary of %s: %d bytes by tunnels; of %d other shuffles %d%n", report.canary().queue(),
        report.canary().itsBytes(), report.canary().otherJobs(), report.canary().othersBytes());
    out.println("outputs " + (report.outputsIdentical() ? "identical" : "DIFFERENT"));
    report.problems().forEach(problem -> out.println("DOES NOT HOLD: " + problem));
  }
}
