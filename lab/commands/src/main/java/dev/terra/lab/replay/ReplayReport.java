package dev.terra.lab.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.lab.replay.MeasuredRun.JobTime;
import dev.terra.lab.replay.ReplayRun.Difference;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.report.Distribution;
import dev.terra.sim.report.HtmlReport;
import dev.terra.sim.report.HtmlReport.Curves;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The results of replays, for people and for programs.
 *
 * @param left the ways without a result, with the reason
 */
record ReplayReport(String topology, String trace, int jobs, Pace pace, List<ReplayRun> runs, Map<Way, String> left) {
  private static final int DIFFERENCES_SHOWN = 5;
  /** A job counts as slower than with stock if its time is longer by more than this share and {@link #SLOWER_SECONDS}. */
  private static final double SLOWER_SHARE = 0.15;
  private static final double SLOWER_SECONDS = 2;
  /** A shuffle that takes less time than this on the wire is short: its beginning and end take a large part of its time. */
  private static final double SHORT_SECONDS = 1;

  /** Returns whether all jobs of all ways were completed. */
  boolean isComplete() {
    return left.isEmpty() && runs.stream().allMatch(run -> run.measured().isComplete(jobs));
  }

  ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("topology", topology).put("trace", trace).put("jobs", jobs).put("speed", pace.speed())
        .put("capacityFactor", pace.capacityFactor()).put("complete", isComplete());
    var list = root.putArray("runs");
    runs.forEach(run -> list.add(json(run)));
    ObjectNode missing = root.putObject("leftOut");
    left.forEach((way, why) -> missing.put(way.label(), why));
    return root;
  }

  private ObjectNode json(ReplayRun run) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("policy", run.way().label()).put("jobs", run.measured().jobs().size());
    ObjectNode measured = node.putObject("measured");
    times(measured.putObject("jctSeconds"), run.measuredJobs());
    measured.put("wanUtilisation", run.wanUtilisation()).put("shuffleOverGamma", run.averageSlowdown());
    ObjectNode simulated = node.putObject("simulated");
    times(simulated.putObject("jctSeconds"), run.simulatedJobs());
    simulated.put("wanUtilisation", run.simulated().use().average()).put("shuffleOverGamma",
        run.simulated().coflows().stream().mapToDouble(SimulationResult.CoflowTime::slowdown).average().orElse(0));
    slower(run).ifPresent(count -> node.put("slowerThanStock", count));
    var problems = node.putArray("problems");
    run.measured().problems().forEach(problems::add);
    var differences = node.putArray("differences");
    run.differences().forEach(difference -> differences.addObject().put("job", difference.job())
        .put("measuredSeconds", difference.measuredSeconds()).put("simulatedSeconds", difference.simulatedSeconds())
        .put("because", because(run, difference)));
    return node;
  }

  private static void times(ObjectNode node, Distribution jobs) {
    node.put("avg", jobs.average()).put("p50", jobs.percentile(50)).put("p95", jobs.percentile(95));
  }

  /**
   * Returns how many jobs were slower than with stock, by more than a share and some seconds; empty if stock was not
   * measured.
   */
  private Optional<Long> slower(ReplayRun run) {
    return runs.stream().filter(other -> other.way() == Way.STOCK && run.way() != Way.STOCK).findFirst().map(stock -> {
      Map<String, Double> before = stock.measured().jobs().stream().collect(Collectors.toMap(JobTime::id, JobTime::seconds));
      return run.measured().jobs().stream().filter(job -> before.containsKey(job.id())
          && job.seconds() > before.get(job.id()) * (1 + SLOWER_SHARE) && job.seconds() > before.get(job.id()) + SLOWER_SECONDS).count();
    });
  }

  private String because(ReplayRun run, Difference difference) {
    if (difference.shuffle().isEmpty()) {
      return "its stages began at other times";
    }
    double wireSeconds = (difference.simulatedSeconds() <= 0 ? 0 : shuffleSeconds(run, difference.shuffle())) / pace.speed();
    String which = String.format(Locale.ROOT, "%s took %+.1f s, ", difference.shuffle(), difference.shuffleSeconds());
    return which + (wireSeconds < SHORT_SECONDS
        ? String.format(Locale.ROOT, "and is short: %.0f ms on the wire, where round trips count", wireSeconds * 1e3)
        : "for others were before it or beside it at other times");
  }

  private static double shuffleSeconds(ReplayRun run, String shuffle) {
    return run.measured().shuffles().stream().filter(time -> time.id().equals(shuffle)).mapToDouble(MeasuredRun.ShuffleTime::seconds)
        .findFirst().orElse(0);
  }

  /** Returns a table, followed by the differences. */
  String text() {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-11s %5s | %9s %9s %9s | %9s %9s %9s | %6s %6s | %8s %6s %7s%n",
        "policy", "jobs", "avg s", "p50", "p95", "simulated", "p50", "p95", "avg", "p50", "/ Gamma", "WAN", "slower"));
    runs.forEach(run -> text.append(line(run)));
    left.forEach((way, why) -> text.append(String.format(Locale.ROOT, "%-11s left out: %s%n", way.label(), why)));
    for (ReplayRun run : runs) {
      run.measured().problems().stream().limit(DIFFERENCES_SHOWN).forEach(problem ->
          text.append(String.format(Locale.ROOT, "%s: %s%n", run.way().label(), problem)));
      List<Difference> differences = run.differences();
      if (!differences.isEmpty()) {
        text.append(String.format(Locale.ROOT, "%n%s: %d of %d jobs differ from the simulation by more than 10 %%, most of all%n",
            run.way().label(), differences.size(), run.measured().jobs().size()));
        differences.stream().limit(DIFFERENCES_SHOWN).forEach(difference -> text.append(String.format(Locale.ROOT,
            "  job %s: %.1f s, simulated %.1f s: %s%n", difference.job(), difference.measuredSeconds(), difference.simulatedSeconds(),
            because(run, difference))));
      }
    }
    return text.toString().stripTrailing();
  }

  private String line(ReplayRun run) {
    Distribution measured = run.measuredJobs();
    Distribution simulated = run.simulatedJobs();
    return String.format(Locale.ROOT, "%-11s %5d | %9.2f %9.2f %9.2f | %9.2f %9.2f %9.2f | %6.3f %6.3f | %8.2f %5.1f%% %7s%n",
        run.way().label(), run.measured().jobs().size(), measured.average(), measured.percentile(50), measured.percentile(95),
        simulated.average(), simulated.percentile(50), simulated.percentile(95), ratio(measured.average(), simulated.average()),
        ratio(measured.percentile(50), simulated.percentile(50)), run.averageSlowdown(), 100 * run.wanUtilisation(),
        slower(run).map(Object::toString).orElse("-"));
  }

  private static double ratio(double measured, double simulated) {
    return simulated > 0 ? measured / simulated : 0;
  }

  /** Returns a page with the distributions, what links carried over time, and when each shuffle ran. */
  String html() {
    Map<String, List<SimulationResult>> sets = new LinkedHashMap<>();
    sets.put(topology + ", " + trace + ": measured", runs.stream().map(ReplayRun::asResult).toList());
    sets.put(topology + ", " + trace + ": simulated", runs.stream().map(ReplayRun::simulated).toList());
    List<Curves> links = runs.stream().map(run -> new Curves("What links carried with " + run.way().label(), "seconds of the trace",
        "bytes/s on the wire", run.linkRates(pace.speed()))).toList();
    return HtmlReport.of("Replay", sets, links);
  }
}
