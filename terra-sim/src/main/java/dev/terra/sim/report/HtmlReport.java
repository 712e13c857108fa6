package dev.terra.sim.report;

import dev.terra.sim.SimulationResult;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.Utilisation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One self-contained page: job times as a table and as distributions, improvements over the first policy, how much of the links is
 * used over time, and when each shuffle ran.
 */
public final class HtmlReport {
  /** Enough for a curve that is 800 pixels wide. */
  private static final int BINS = 200;
  /** Rows of a Gantt view; beyond them nobody can tell one from another. */
  private static final int MAX_SPANS = 400;
  /** Job times on a logarithmic axis start here. */
  private static final double LEAST_SECONDS = 0.01;

  private static final String STYLE = """
      body { font: 14px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2em auto; color: #222 }
      svg text { font: 11px system-ui, sans-serif; fill: #444 }
      pre { background: #f6f6f6; padding: 1em; overflow-x: auto }
      .key { display: inline-block; width: 1em; height: 0.7em; margin: 0 0.3em 0 1em }
      """;

  private HtmlReport() {}

  /** The page of one set of runs. */
  public static String of(String title, List<SimulationResult> runs) {
    return of(Map.of(title, runs));
  }

  /** The page of several sets of runs, each under its title. */
  public static String of(Map<String, List<SimulationResult>> sets) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
        + "<title>Terra: simulation</title><style>\n" + STYLE + "</style></head><body>\n<h1>Simulation</h1>\n");
    sets.forEach((title, runs) -> section(page, title, runs));
    return page.append("</body></html>\n").toString();
  }

  private static void section(StringBuilder page, String title, List<SimulationResult> runs) {
    page.append("<h2>").append(Svg.escape(title)).append("</h2>\n<pre>")
        .append(Svg.escape(ResultsTable.of(runs))).append("</pre>\n");
    chart(page, "Job times (share of jobs that took at most so long)",
        key(runs) + Svg.lines("seconds", "share of jobs", runs.stream().map(HtmlReport::jobTimes).toList(), true));
    chart(page, "Average job time of " + runs.get(0).policy() + " over that of each policy", Svg.bars("times faster", runs.stream()
        .map(run -> new Svg.Bar(run.policy(), averageJob(runs.get(0)) / averageJob(run))).toList()));
    List<SimulationResult> simulated = runs.stream().filter(run -> !run.utilisation().isEmpty()).toList();
    chart(page, "Share of all links in use",
        key(simulated) + Svg.lines("seconds", "share", simulated.stream().map(HtmlReport::utilisation).toList(), false));
    for (SimulationResult run : simulated) {
      chart(page, "Shuffles under " + run.policy() + ", in the order of their starts"
          + (run.coflows().size() > MAX_SPANS ? " (the first " + MAX_SPANS + ")" : ""),
          Svg.spans("seconds", spans(run), Svg.colour(runs.indexOf(run))));
    }
  }

  private static void chart(StringBuilder page, String title, String svg) {
    page.append("<h3>").append(Svg.escape(title)).append("</h3>\n").append(svg).append('\n');
  }

  private static String key(List<SimulationResult> runs) {
    return IntStream.range(0, runs.size())
        .mapToObj(i -> "<span class='key' style='background:" + Svg.colour(i) + "'></span>" + Svg.escape(runs.get(i).policy()))
        .collect(Collectors.joining("", "<p>", "</p>"));
  }

  private static Distribution jobs(SimulationResult run) {
    return new Distribution(run.jobs().stream().mapToDouble(JobTime::seconds));
  }

  private static double averageJob(SimulationResult run) {
    return Math.max(1e-9, jobs(run).average());
  }

  private static Svg.Line jobTimes(SimulationResult run) {
    Distribution jobs = jobs(run);
    List<double[]> points = new ArrayList<>();
    for (int bin = 0; bin <= BINS && jobs.size() > 0; bin++) {
      int index = (int) ((long) bin * (jobs.size() - 1) / BINS);
      points.add(new double[] {Math.max(LEAST_SECONDS, jobs.get(index)), (index + 1.0) / jobs.size()});
    }
    return new Svg.Line(run.policy(), points);
  }

  private static Svg.Line utilisation(SimulationResult run) {
    List<Utilisation> steps = run.utilisation();
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
    return new Svg.Line(run.policy(), points);
  }

  /** Adds a value to the bins that a stretch covers, in proportion; bounds are in bins. */
  private static void spread(double[] sums, double value, double from, double to) {
    for (int bin = (int) from; bin < Math.min(BINS, to); bin++) {
      sums[bin] += value * Math.max(0, Math.min(to, bin + 1) - Math.max(from, bin));
    }
  }

  private static List<Svg.Span> spans(SimulationResult run) {
    List<CoflowTime> byStart = run.coflows().stream()
        .sorted(Comparator.comparingDouble(CoflowTime::startSeconds).thenComparing(CoflowTime::id)).limit(MAX_SPANS).toList();
    return IntStream.range(0, byStart.size()).mapToObj(row -> new Svg.Span(row, byStart.get(row).startSeconds(),
        byStart.get(row).endSeconds(), byStart.get(row).id())).toList();
  }
}
