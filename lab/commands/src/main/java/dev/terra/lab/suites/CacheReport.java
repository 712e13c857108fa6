package dev.terra.lab.suites;

import dev.terra.lab.engine.JobCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What {@code ./terra verify cache --json} prints: a join that reads a broadcast, with the stock shuffle, with Terra, and with the cache.
 *
 * @param topology the WAN
 * @param readersPerSite tasks that read all of the broadcast, for each site on average
 * @param oneCopyBytes what crosses the WAN where each site fetches the broadcast once
 * @param stock what all links carried with the stock shuffle, with every other byte of the cluster
 * @param terra what crossed the WAN with Terra and no cache
 * @param cache what crossed it with the cache
 * @param problems what does not hold; none: passed
 */
record CacheReport(String topology, int readersPerSite, long oneCopyBytes, Run stock, Run terra, Run cache, List<String> problems) {
  /** The cache keeps the WAN to so many copies for each site. */
  private static final double MOST_COPIES = 1.05;

  /**
   * One run.
   *
   * @param seconds the job's time
   * @param bytesAcross what went between sites
   */
  record Run(double seconds, long bytesAcross) {
    /** In copies of the broadcast for each site. */
    double copies(long oneCopyBytes) {
      return (double) bytesAcross / oneCopyBytes;
    }
  }

  /** Judges. */
  static CacheReport of(String topology, int readersPerSite, long oneCopyBytes, Run stock, Run terra, Run cache, boolean identical,
      JobCounters counters) {
    List<String> problems = new ArrayList<>();
    if (!identical) {
      problems.add("the results differ");
    }
    double copies = cache.copies(oneCopyBytes);
    if (copies > MOST_COPIES) {
      problems.add(String.format(Locale.ROOT, "%.2f copies for each site crossed the WAN with the cache, at most %.2f", copies,
          MOST_COPIES));
    }
    problems.addAll(counters.beyond(JobCounters.NONE));
    return new CacheReport(topology, readersPerSite, oneCopyBytes, stock, terra, cache, List.copyOf(problems));
  }
}
