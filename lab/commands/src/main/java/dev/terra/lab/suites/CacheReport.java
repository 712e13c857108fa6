package dev.terra.lab.suites;

import dev.terra.lab.engine.JobCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The output of {@code ./terra verify cache --json}: a join in which many tasks read the same outputs, with the stock
 * shuffle, with Terra, and with the cache.
 *
 * @param oneCopyBytes the bytes that cross the WAN if each site fetches once what is read there
 * @param runs the three runs
 * @param problems what does not hold; none: passed
 */
record CacheReport(Join join, long oneCopyBytes, Runs runs, List<String> problems) {
  /** The most copies for each site that cross the WAN with the cache. */
  private static final double MOST_COPIES = 1.05;

  /**
   * The job of the runs.
   *
   * @param topology the WAN
   * @param readersPerSite tasks that read the same outputs, for each site on average
   * @param memoryBytes of each site's cache
   */
  record Join(String topology, String engine, int readersPerSite, long memoryBytes) {}

  /**
   * One run.
   *
   * @param seconds the job's time
   * @param bytesAcross the bytes between sites
   */
  record Run(double seconds, long bytesAcross) {
    /** Returns the bytes between sites, in copies for each site. */
    double copies(long oneCopyBytes) {
      return (double) bytesAcross / oneCopyBytes;
    }
  }

  /**
   * All runs.
   *
   * @param stock with the stock shuffle; its bytes are all that links carried, with every other byte of the cluster
   * @param terra with Terra and no cache
   * @param cache with the cache
   * @param identical whether the results are identical
   * @param counters the failures that the job with the cache counted
   */
  record Runs(Run stock, Run terra, Run cache, boolean identical, JobCounters counters) {}

  /** Judges the runs. */
  static CacheReport of(Join join, long oneCopyBytes, Runs runs) {
    List<String> problems = new ArrayList<>();
    if (!runs.identical()) {
      problems.add("the results differ");
    }
    double copies = runs.cache().copies(oneCopyBytes);
    if (copies > MOST_COPIES) {
      problems.add(String.format(Locale.ROOT, "%.2f copies for each site crossed the WAN with the cache, at most %.2f", copies,
          MOST_COPIES));
    }
    problems.addAll(runs.counters().beyond(JobCounters.NONE));
    return new CacheReport(join, oneCopyBytes, runs, List.copyOf(problems));
  }
}
