package dev.terra.lab.replay;

import java.util.List;
import java.util.Map;

/**
 * The result of a replay. Times are seconds on the trace's clock, from the first arrival on.
 *
 * @param jobs that ended, in the order of their ends
 * @param shuffles that ended, in the order of their ends
 * @param samples of what links carried, by time
 * @param problems one line for each shuffle that failed, and for what ended the run early
 * @param seconds from the first arrival to the last end
 */
record MeasuredRun(List<JobTime> jobs, List<ShuffleTime> shuffles, List<Sample> samples, List<String> problems, double seconds) {
  MeasuredRun {
    jobs = List.copyOf(jobs);
    shuffles = List.copyOf(shuffles);
    samples = List.copyOf(samples);
    problems = List.copyOf(problems);
  }

  /**
   * A job's time.
   *
   * @param arrivalSeconds the time of its arrival
   * @param seconds from its arrival to its end
   */
  record JobTime(String id, double arrivalSeconds, double seconds) {}

  /**
   * A shuffle's time.
   *
   * @param id the job's and the stage's, with a slash between
   * @param bytes on the wire
   */
  record ShuffleTime(String id, double startSeconds, double seconds, long bytes) {}

  /**
   * The bytes that links have carried since the WAN came up.
   *
   * @param ipBytes by directed link, such as {@code HK->LA}
   */
  record Sample(double atSeconds, Map<String, Long> ipBytes) {
    Sample {
      ipBytes = Map.copyOf(ipBytes);
    }
  }

  /** Returns whether every job ended and every byte arrived. */
  boolean isComplete(int allJobs) {
    return problems.isEmpty() && jobs.size() == allJobs;
  }
}
