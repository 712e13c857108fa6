package dev.terra.lab.fetch;

import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The fetches of some streams for some time. A job has one map, and so few bytes that Terra leaves all its fetches to
 * the stock path. No part is fetched twice.
 *
 * @param fetches in the order of their moments
 */
record FetchSchedule(List<SmallJob> jobs, List<SmallFetch> fetches) {
  /**
   * The most bytes of a job. An agent bypasses what its stock path carries in a second, a few megabytes on the links of
   * a suite.
   */
  private static final int MOST_BYTES_OF_JOB = 2 << 20;
  private static final double MILLIS = 1e3;

  /** A job whose output is at one site: a number of parts of one size. */
  record SmallJob(SiteId site, int number, int parts, int bytes) {}

  /** A fetch of one part. */
  record SmallFetch(SmallJob job, int part, SiteId reader, long millis) {}

  FetchSchedule {
    jobs = List.copyOf(jobs);
    fetches = List.copyOf(fetches);
  }

  /** Returns the sites whose readers fetch from each job. */
  Map<SmallJob, Set<SiteId>> readers() {
    Map<SmallJob, Set<SiteId>> readers = new LinkedHashMap<>();
    fetches.forEach(fetch -> readers.computeIfAbsent(fetch.job(), job -> new LinkedHashSet<>()).add(fetch.reader()));
    return readers;
  }

  /**
   * Makes the fetches of streams.
   *
   * @param firstJob the number of the first job; the others follow it
   */
  static FetchSchedule of(List<FetchStream> streams, double seconds, int firstJob, Random random) {
    List<SmallJob> jobs = new ArrayList<>();
    List<SmallFetch> fetches = new ArrayList<>();
    for (FetchStream stream : streams) {
      Map<Integer, Integer> partsLeft = new LinkedHashMap<>();
      Map<Integer, SmallJob> last = new LinkedHashMap<>();
      for (int i = 0; i < Math.round(stream.perSecond() * seconds); i++) {
        int bytes = size(stream.sizes(), random);
        if (partsLeft.getOrDefault(bytes, 0) == 0) {
          last.put(bytes, new SmallJob(stream.site(), firstJob + jobs.size(), MOST_BYTES_OF_JOB / bytes, bytes));
          jobs.add(last.get(bytes));
          partsLeft.put(bytes, MOST_BYTES_OF_JOB / bytes);
        }
        int part = partsLeft.merge(bytes, -1, Integer::sum);
        fetches.add(new SmallFetch(last.get(bytes), part, stream.readers().get(random.nextInt(stream.readers().size())),
            Math.round(random.nextDouble() * seconds * MILLIS)));
      }
    }
    fetches.sort(Comparator.comparingLong(SmallFetch::millis));
    return new FetchSchedule(jobs, fetches);
  }

  /** Returns a random size. Each size is a quarter as frequent as the size that is half as large. */
  private static int size(int sizes, Random random) {
    int draw = random.nextInt((1 << (2 * sizes)) / 3);
    int size = FetchStream.LEAST_BYTES;
    for (int share = 1 << (2 * (sizes - 1)); draw >= share; share >>= 2) {
      draw -= share;
      size *= 2;
    }
    return size;
  }
}
