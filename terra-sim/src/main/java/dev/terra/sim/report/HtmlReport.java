package dev.terra.sim.report;

import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.Utilisation;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.report.Charts.Axes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes a self-contained page: job times as a table and as distributions, improvements over the first policy, how much of the links is used
 * over time, and when each shuffle ran.
 */
public final class HtmlReport {
  /** The points of a curve, enough for a width of 800 pixels. */
  private static final int BINS = 200;
  /** The most rows of a Gantt view; a reader cannot distinguish more. */
  private static final int MAX_SPANS = 400;
  /** The least job time on a logarithmic axis, seconds. */
  private static final double LEAST_SECONDS = 0.01;

  private HtmlReport() {}

  /**
   * The curves of one chart.
   *
   * @param lines points by name, x ascending
   */
  public record Curves(String title, String xName, String yName, Map<String, List<double[]>> lines) {
    private List<Charts.Line> asLines() {
      List<Charts.Line> all = new ArrayList<>();
      lines.forEach((name, points) -> all.add(new Charts.Line(name, all.size(), points)));
      return all;
    }
  }

  /** Returns the page of one set of runs. */
  public static String of(String title, List<SimulationResult> runs) {
    return of(Map.of(title, runs));
  }

  /** Returns the page of several sets of runs, each under its title. */
  public static String of(Map<String, List<SimulationResult>> sets) {
    return of("Simulation", sets, List.of());
  }

  /** Returns a report with a heading, and with curves below the runs. */
  public static String of(String heading, Map<String, List<SimulationResult>> sets, List<Curves> curves) {
    Charts charts = new Charts();
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
        + "<meta name='viewport' content='width=device-width, initial-scale=1'><title>Terra: " + Charts.escape(heading) + "</title>"
        + Charts.style() + "</head><body>\n<h1>" + Charts.escape(heading) + "</h1>\n"
        + "<noscript>The charts need JavaScript; the tables have the figures.</noscript>\n");
    sets.forEach((title, runs) -> section(page, charts, title, runs));
    curves.forEach(each -> chart(page, each.title(), charts.lines(new Axes(each.xName(), each.yName()), each.asLines(), false)));
    return page.append(charts.script()).append("\n</body></html>\n").toString();
  }

  private static void section(StringBuilder page, Charts charts, String title, List<SimulationResult> runs) {
    page.append("<h2>").append(Charts.escape(title)).append("</h2>\n<pre>").append(Charts.escape(ResultsTable.of(runs))).append("</pre>\n");
    chart(page, "Job times (share of jobs that took at most so long)",
        charts.lines(new Axes("seconds", "share of jobs"), lines(runs, runs, HtmlReport::jobTimes), true));
    chart(page, "Average job time of " + runs.get(0).policy() + " over that of each policy", charts.bars("times faster", runs.stream()
        .map(run -> new Charts.Bar(run.policy(), averageJob(runs.get(0)) / averageJob(run))).toList()));
    List<SimulationResult> simulated = runs.stream().filter(run -> !run.use().steps().isEmpty()).toList();
    if (!simulated.isEmpty()) {
      chart(page, "Share of all links in use",
          charts.lines(new Axes("seconds", "share"), lines(runs, simulated, HtmlReport::utilisation), false));
    }
    for (SimulationResult run : simulated) {
      chart(page, "Shuffles under " + run.policy() + ", in the order of their starts"
          + (run.coflows().size() > MAX_SPANS ? " (the first " + MAX_SPANS + ")" : ""),
          charts.spans("seconds", spans(run), runs.indexOf(run)));
    }
  }

  private static void chart(StringBuilder page, String title, String place) {
    page.append("<h3>").append(Charts.escape(title)).append("</h3>\n").append(place).append('\n');
  }

  /** Returns a line for each shown run, in the colour that the run has among all runs. */
  private static List<Charts.Line> lines(List<SimulationResult> all, List<SimulationResult> shown,
      Function<SimulationResult, List<double[]>> points) {
    return shown.stream().map(run -> new Charts.Line(run.policy(), all.indexOf(run), points.apply(run))).toList();
  }

  private static Distribution jobs(SimulationResult run) {
    return new Distribution(run.jobs().stream().mapToDouble(JobTime::seconds));
  }

  private static double averageJob(SimulationResult run) {
    return Math.max(1e-9, jobs(run).average());
  }

  private static List<double[]> jobTimes(SimulationResult run) {
    Distribution jobs = jobs(run);
    List<double[]> points = new ArrayList<>();
    for (int bin = 0; bin <= BINS && jobs.size() > 0; bin++) {
      int index = (int) ((long) bin * (jobs.size() - 1) / BINS);
      points.add(new double[] {Math.max(LEAST_SECONDS, jobs.get(index)), (index + 1.0) / jobs.size()});
    }
    return points;
  }

  private static List<double[]> utilisation(SimulationResult run) {
    List<Utilisation> steps = run.use().steps();
    double start = steps.get(0).atSeconds();
    double end = Math.max(steps.get(steps.size() - 1).atSeconds(), start + 1e-9);
    double[] sums = new double[BINS];
    double width = (end - start) / BINS;
    for (int i = 0; i + 1 < steps.size(); i++) {
      double from = (steps.get(i).atSeconds() - start) / width;
      spread(sums, steps.get(i).share(), from, (steps.get(i + 1).atSeconds() - start) / width);
    }
    List<double[]> points = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      points.add(new double[] {start + (bin + 0.5) * width, sums[bin]});
    }
    return points;
  }

  /** Adds a value to the bins that an interval covers, in proportion; the bounds of the interval are in bins. */
  private static void spread(double[] sums, double value, double from, double to) {
    for (int bin = (int) from; bin < Math.min(BINS, to); bin++) {
      sums[bin] += value * Math.max(0, Math.min(to, bin + 1) - Math.max(from, bin));
    }
  }

  private static List<Charts.Span> spans(SimulationResult run) {
    return run.coflows().stream()
        .sorted(Comparator.comparingDouble(CoflowTime::startSeconds).thenComparing(CoflowTime::id)).limit(MAX_SPANS)
        .map(coflow -> new Charts.Span(coflow.startSeconds(), coflow.endSeconds(), coflow.id())).toList();
  }
}
