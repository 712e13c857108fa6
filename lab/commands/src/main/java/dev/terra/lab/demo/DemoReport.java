package dev.terra.lab.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.StrikeReport;
import java.util.List;

/**
 * The output of {@code ./terra demo --json}. Times are in seconds, sizes in bytes; field names are part of the
 * command's contract.
 */
public record DemoReport(
    String topology,
    String engine,
    List<JobTimes> jobs,
    double averageSpeedup,
    Double largeJobsSpeedup,
    Wan wan,
    Double gammaRatio,
    long fallbacks,
    Counters counters,
    @JsonInclude(JsonInclude.Include.NON_NULL) StrikeReport fault) {

  /** A job is large if it has more bytes than this for other sites. */
  private static final long LARGE_JOB_BYTES = 64 << 20;

  /**
   * One job: its mean time over the runs with each shuffle.
   *
   * @param crossSiteBytes the mean of what it shuffled across sites in the runs with Terra; null if the controller has
   *     no figure
   */
  public record JobTimes(String name, Long crossSiteBytes, double stockSeconds, double terraSeconds, boolean outputsIdentical) {}

  /** The paths of the shuffles' bytes in the runs with Terra. The links count all IP bytes of a run. */
  public record Wan(long bytesByTunnels, long bytesByStockPath, long bytesBypassed, List<LinkBytes> links, List<PathBytes> pathsUsed) {}

  /** IP bytes over one direction of a link, mean per run. */
  public record LinkBytes(String from, String to, long stockBytes, long terraBytes) {}

  /** Shuffle bytes that Terra carried on one path. */
  public record PathBytes(String from, String to, List<String> path, long bytes) {}

  /** The jobs' own counters, the sum of all runs with each shuffle. */
  public record Counters(JobCounters stock, JobCounters terra) {}

  /** Returns the sum of the stock job times divided by the sum of the Terra job times. */
  public static double speedup(List<JobTimes> jobs) {
    return jobs.stream().mapToDouble(JobTimes::stockSeconds).sum() / jobs.stream().mapToDouble(JobTimes::terraSeconds).sum();
  }

  /** Returns the speed-up over the jobs with more than 64 MiB across sites; null if there is no such job. */
  public static Double largeJobsSpeedup(List<JobTimes> jobs) {
    List<JobTimes> large = jobs.stream().filter(job -> job.crossSiteBytes() != null && job.crossSiteBytes() > LARGE_JOB_BYTES).toList();
    return large.isEmpty() ? null : speedup(large);
  }

  public boolean allOutputsIdentical() {
    return jobs.stream().allMatch(JobTimes::outputsIdentical);
  }
}
