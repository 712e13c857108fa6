package dev.terra.lab.suites;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;

/**
 * The output of {@code ./terra verify observe --json}. Times are in seconds, sizes in bytes; field names are part of
 * the command's contract.
 *
 * @param size of the jobs, as of the demo
 * @param observing of the run in which nodes only observed
 * @param saving the predicted savings of Terra, and its actual savings
 * @param canary of the run in which one queue took part
 * @param outputsIdentical whether each job had the same result in each run
 */
record ObserveReport(String topology, double size, Observing observing, Saving saving, Canary canary, boolean outputsIdentical) {
  /** The limit of the difference between the report and the demo, as a share of what the demo measures. */
  private static final double MOST_DIFFERENCE = 0.15;

  /**
   * A run on nodes that observe.
   *
   * @param redirectedFetches fetches that were redirected in spite of this
   * @param carriedBytes bytes that tunnels carried in spite of this
   * @param seconds the jobs' times, together
   */
  record Observing(long redirectedFetches, long carriedBytes, double seconds) {
    boolean holds() {
      return redirectedFetches == 0 && carriedBytes == 0;
    }
  }

  /**
   * The time that Terra saves: by {@code ./terra report}, in the shuffles of the run that was observed; by the demo, in
   * the jobs' whole times. Both of the demo's times include what a job does besides its shuffle, so that differences
   * can be compared, but times cannot.
   */
  record Saving(double reportStockSeconds, double reportTerraSeconds, double demoStockSeconds, double demoTerraSeconds) {
    /** Returns the time that is saved according to the report. */
    @JsonProperty
    public double reportSavedSeconds() {
      return reportStockSeconds - reportTerraSeconds;
    }

    /** Returns the time that was saved in the demo. */
    @JsonProperty
    public double demoSavedSeconds() {
      return demoStockSeconds - demoTerraSeconds;
    }

    /** Returns the error of the report, as a share of what was saved; below 0 if the report predicted too little. */
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
   * @param itsBytes what tunnels carried of the queue's jobs
   * @param otherJobs the number of shuffles of other queues' jobs
   * @param othersBytes what tunnels carried of those shuffles
   */
  record Canary(String queue, long redirectedFetches, long itsBytes, int otherJobs, long othersBytes) {
    boolean holds() {
      return redirectedFetches > 0 && itsBytes > 0 && otherJobs > 0 && othersBytes == 0;
    }
  }

  /** Returns whether everything holds. */
  @JsonProperty
  public boolean holds() {
    return problems().isEmpty();
  }

  /** Returns what does not hold, in words; empty if everything does. */
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
