package dev.terra.lab.suites;

import com.google.common.math.Quantiles;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.AgentsFault;
import dev.terra.lab.jobfaults.Slowdown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The outcome of jobs during which agents that share a site ended or became slow, repeatedly.
 *
 * @param holds whether every run was struck, no job was affected, and all limits were kept
 * @param killsHold whether the medians of the kills are within their limits; true if there were none
 * @param medianStopSeconds of the kills
 * @param medianShareSeconds of the kills
 * @param loads of the slowdowns; null if there were none
 */
record AgentsReport(int agentsPerSite, long seed, boolean holds, boolean killsHold, Double medianStopSeconds, Double medianShareSeconds,
    AgentsReport.Loads loads, List<AgentsReport.Round> rounds) {
  /** The limit of the median time in which nothing of what a killed agent carried arrives, seconds. */
  static final double STOP_LIMIT_SECONDS = 0.8;
  /** The limit of the median time from when a killed agent serves again to its first bytes, seconds. */
  static final double SHARE_LIMIT_SECONDS = 2;

  /**
   * The time until loads were together again after an agent had become slow.
   *
   * @param slowdowns how often an agent was slowed
   * @param counted the number of these runs in which loads count; the others are not part of the median
   * @param medianSeconds null if none counted, or in the median run loads were not together while the agent was slow
   * @param holds whether the median is within its limit; false if less than half of the slowdowns counted
   */
  record Loads(int slowdowns, int counted, Double medianSeconds, boolean holds) {
    private static Loads of(List<Round> slowdowns) {
      List<Double> counted = slowdowns.stream().filter(Round::loadsCount)
          .map(round -> Objects.requireNonNullElse(round.loadsSeconds, Double.POSITIVE_INFINITY)).toList();
      Double median = median(counted.stream());
      boolean ever = median != null && median < Double.POSITIVE_INFINITY;
      boolean shown = 2 * counted.size() >= slowdowns.size();
      return new Loads(slowdowns.size(), counted.size(), ever ? median : null, shown && ever && median <= Slowdown.LIMIT_SECONDS);
    }
  }

  /**
   * One run.
   *
   * @param place the share of the bytes after which the fault struck
   * @param identical whether all jobs' results are those of the stock run
   * @param directFetches how often a handler fetched from the origin instead, in this run
   * @param directBytes by the stock path, in this run
   * @param stopSeconds from a kill until everything that the killed agent carried arrived again; from a drain until
   *     stopping was safe; null if the run was over before
   * @param shareSeconds from when a killed agent served again until it delivered; null if the run was over before, or
   *     no agent was killed
   * @param loadsSeconds from when an agent was slowed, or served again, until no load of its site's agents differed by
   *     more than 20 % from their mean; null if that was not observed
   * @param slowdown null if no agent was slowed
   */
  record Round(AgentsFault.Kind what, String target, double place, boolean identical, JobCounters counters, long directFetches,
      long directBytes, Double stopSeconds, Double shareSeconds, Double loadsSeconds, Slowdown slowdown, String seen) {
    /** Returns the times and the outcome as text. Times that were not observed are "not seen". */
    String inWords() {
      List<String> parts = new ArrayList<>();
      boolean drain = what == AgentsFault.Kind.DRAIN_AGENT || what == AgentsFault.Kind.DRAIN_SITE;
      parts.add((drain ? "safe to stop after " : "stopped for ") + AgentsReport.inWords(stopSeconds));
      if (what == AgentsFault.Kind.KILL) {
        parts.add("share after " + AgentsReport.inWords(shareSeconds));
      }
      if (what == AgentsFault.Kind.SLOWDOWN || loadsSeconds != null) {
        parts.add("loads together after " + AgentsReport.inWords(loadsSeconds));
      }
      parts.add(directFetches + " direct fetches");
      parts.add(identical ? "results identical" : "results DIFFERENT");
      return String.join(", ", parts) + (slowdown == null ? "" : "; " + slowdown.inWords());
    }

    private boolean loadsCount() {
      return slowdown != null && slowdown.verdict() == Slowdown.Verdict.COUNTS;
    }

    private boolean holds() {
      boolean lessByTerra = what == AgentsFault.Kind.DRAIN_SITE || what == AgentsFault.Kind.SEVERAL;
      return !target.isEmpty() && identical && counters.equals(JobCounters.NONE) && (lessByTerra || directFetches == 0)
          && (what == AgentsFault.Kind.KILL || what == AgentsFault.Kind.SLOWDOWN || stopSeconds != null);
    }
  }

  static AgentsReport of(int agentsPerSite, long seed, List<Round> rounds) {
    List<Round> kills = rounds(rounds, AgentsFault.Kind.KILL);
    List<Round> slowdowns = rounds(rounds, AgentsFault.Kind.SLOWDOWN);
    Double stop = median(kills.stream().map(Round::stopSeconds));
    Double share = median(kills.stream().map(Round::shareSeconds));
    boolean quick = stop != null && stop <= STOP_LIMIT_SECONDS && share != null && share <= SHARE_LIMIT_SECONDS;
    Loads loads = slowdowns.isEmpty() ? null : Loads.of(slowdowns);
    boolean killsHold = kills.isEmpty() || quick;
    boolean holds = !rounds.isEmpty() && rounds.stream().allMatch(Round::holds) && killsHold && (loads == null || loads.holds);
    return new AgentsReport(agentsPerSite, seed, holds, killsHold, stop, share, loads, List.copyOf(rounds));
  }

  /** Returns seconds as text; "not seen" for null. */
  static String inWords(Double seconds) {
    return seconds == null ? "not seen" : String.format(Locale.ROOT, "%.2f s", seconds);
  }

  private static List<Round> rounds(List<Round> all, AgentsFault.Kind what) {
    return all.stream().filter(round -> round.what == what).toList();
  }

  private static Double median(Stream<Double> seconds) {
    List<Double> known = seconds.filter(Objects::nonNull).toList();
    return known.isEmpty() ? null : Quantiles.median().compute(known);
  }
}
