package dev.terra.lab.suites;

import dev.terra.lab.engine.JobCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What {@code ./terra verify cache --json} prints: a join of which many tasks read the same, with the stock shuffle, with Terra, and with
 * the cache.
 *
 * @param oneCopyBytes what crosses the WAN where each site fetches once what is read there
 * @param runs the three
 * @param problems what does not hold; none: passed
 */
record CacheReport(Join join, long oneCopyBytes, Runs runs, List<String> problems) {
  /** The cache keeps the WAN to so many copies for each site. */
  private static final double MOST_COPIES = 1.05;

  /**
   * What is run.
   *
   * @param topology the WAN
   * @param readersPerSite tasks that are to read the same, for each site on average
   * @param memoryBytes of each site's cache
   */
  record Join(String topology, String engine, int readersPerSite, long memoryBytes) {}

  /**
   * One run.
   *
   * @param seconds the job's time
   * @param bytesAcross what went between sites
   */
  record Run(double seconds, long bytesAcross) {
    /** In copies for each site. */
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
   * @param identical whether the results are
   * @param counters what the job with the cache says of trouble
   */
  record Runs(Run stock, Run terra, Run cache, boolean identical, JobCounters counters) {}

  /** Judges. */
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
