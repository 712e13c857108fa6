package dev.terra.lab.suites;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code ./terra verify observe --json} prints. Times are seconds, sizes bytes; field names are part of the command's contract.
 *
 * @param size of the jobs, as of the demo
 * @param observing of the run in which nodes only observed
 * @param saving what was said before that Terra would save, beside what it saved
 * @param canary of the run in which one queue took part
 * @param outputsIdentical whether each job had the same result in each run
 */
record ObserveReport(String topology, double size, Observing observing, Saving saving, Canary canary, boolean outputsIdentical) {
  /** The report and the demo may differ by so much of what the demo measures. */
  private static final double MOST_DIFFERENCE = 0.15;

  /**
   * A run on nodes that observe.
   *
   * @param redirectedFetches fetches that were redirected all the same
   * @param carriedBytes bytes that tunnels carried all the same
   * @param seconds the jobs' times, together
   */
  record Observing(long redirectedFetches, long carriedBytes, double seconds) {
    boolean holds() {
      return redirectedFetches == 0 && carriedBytes == 0;
    }
  }

  /**
   * What Terra saves: by {@code ./terra report}, of the shuffles of the run that was observed; by the demo, of the jobs' whole times.
   * What a job does besides its shuffle is in both of the demo's times, so differences can be compared, and times cannot.
   */
  record Saving(double reportStockSeconds, double reportTerraSeconds, double demoStockSeconds, double demoTerraSeconds) {
    /** What the report says is saved. */
    @JsonProperty
    public double reportSavedSeconds() {
      return reportStockSeconds - reportTerraSeconds;
    }

    /** What was saved. */
    @JsonProperty
    public double demoSavedSeconds() {
      return demoStockSeconds - demoTerraSeconds;
    }

    /** By how much the report is wrong, as a share of what was saved; below 0 if it said too little. */
    @JsonProperty
    public double error() {
      return reportSavedSeconds() / demoSavedSeconds() - 1;
    }

    boolean holds() {
      return demoSavedSeconds() > 0 && Math.abs(error()) <= MOST_DIFFERENCE;
    }
  }

  /**
   * A run in which jobs of one queue took part and jobs of others ran beside them.
   *
   * @param queue the queue
   * @param itsBytes what tunnels carried of its jobs
   * @param otherJobs how many shuffles of other queues' jobs were seen
   * @param othersBytes what tunnels carried of those
   */
  record Canary(String queue, long redirectedFetches, long itsBytes, int otherJobs, long othersBytes) {
    boolean holds() {
      return redirectedFetches > 0 && itsBytes > 0 && otherJobs > 0 && othersBytes == 0;
    }
  }

  /** Whether all holds. */
  @JsonProperty
  public boolean holds() {
    return problems().isEmpty();
  }

  /** What does not hold, in words; empty if all does. */
  @JsonProperty
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (!observing.holds()) {
      problems.add("nodes that only observe redirected " + observing.redirectedFetches() + " fetches");
    }
    if (!saving.holds()) {
      problems.add("the report's saving is off by more than " + Math.round(100 * MOST_DIFFERENCE) + " % of the demo's");
    }
    if (!canary.holds()) {
      problems.add("not only the jobs of " + canary.queue() + " were redirected, or these were not");
    }
    if (!outputsIdentical) {
      problems.add("outputs differ");
    }
    return problems;
  }
}
