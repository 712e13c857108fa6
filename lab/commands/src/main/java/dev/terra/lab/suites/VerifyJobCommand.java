package dev.terra.lab.suites;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.command.NetworkOption;
import dev.terra.lab.demo.Demo;
import dev.terra.lab.demo.DemoReport;
import dev.terra.lab.demo.JobCommand;
import dev.terra.lab.testbed.ProtectionOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./terra verify job}: runs one small pair of real jobs with both shuffles, for continuous integration. */
@Command(
    name = "job",
    mixinStandardHelpOptions = true,
    description = {
      "Runs two small MapReduce jobs on a testbed of its own, with the stock shuffle and with Terra. Exit code 0 if the results are",
      "identical and tunnels carried some of the bytes. Needs root, and some three minutes."
    })
public final class VerifyJobCommand extends JobCommand {
  /** The factor on the demo's usual size. The optimum of the shuffles is 8 s, long enough that they are worth a tunnel. */
  private static final double SIZE = 0.2;

  @Mixin private NetworkOption network;

  @Mixin private ProtectionOption protection;

  @Override
  public Integer call() throws IOException, InterruptedException {
    DemoCluster.Kind kind = new DemoCluster.Kind(network.value(), protection.value());
    DemoReport report = onCluster(SIZE, kind, runner -> new Demo(runner).compare(1, Optional.empty()));
    List<String> problems = problems(report);
    problems.forEach(problem -> progress().say("FAILED: %s", problem));
    return report(report, problems.isEmpty(), VerifyJobCommand::print);
  }

  private static void print(PrintWriter out, DemoReport report) {
    report.jobs().forEach(job -> out.printf(Locale.ROOT, "%s: %.1f s with the stock shuffle, %.1f s with Terra, results %s%n", job.name(),
        job.stockSeconds(), job.terraSeconds(), job.outputsIdentical() ? "identical" : "DIFFERENT"));
    out.printf(Locale.ROOT, "%d bytes by tunnels, %d by the stock path%n", report.wan().bytesByTunnels(), report.wan().bytesByStockPath());
  }

  /** Returns why the build must not pass; empty if it may. */
  static List<String> problems(DemoReport report) {
    List<String> problems = new ArrayList<>();
    if (report.jobs().isEmpty()) {
      problems.add("no job ran");
    }
    report.jobs().stream().filter(job -> !job.outputsIdentical()).forEach(job -> problems.add(job.name() + "'s results differ"));
    if (report.wan().bytesByTunnels() == 0) {
      problems.add("no byte went by a tunnel");
    }
    return problems;
  }
}
