package dev.terra.lab.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What queues read that share a site's cache, by how it is divided, and how soon a queue that comes has its share.
 *
 * @param from where outputs are
 * @param to where readers and the cache are
 * @param capacityBytes the cache
 * @param equal with equal shares
 * @param hare with HARE's
 * @param third the queue that comes
 * @param problems what does not hold; none: passed
 */
record SharesReport(String topology, String from, String to, long capacityBytes, Division equal, Division hare, Arrival third,
    List<String> problems) {
  /** The sum of throughputs, compared with that of equal shares. */
  static final double LEAST_SUM = 1.2;
  /** Each queue's throughput, compared with its own with an equal share. */
  static final double LEAST_QUEUE = .99;
  /** The part of a share that a queue holds which has it: what is on its way to readers comes and goes. */
  static final double FULL = .95;

  /**
   * A queue while shares have settled.
   *
   * @param bytesPerSecond what its readers got
   */
  record Queue(String name, double bytesPerSecond, long usedBytes, long shareBytes) {}

  /**
   * A way to divide.
   *
   * @param failed fetches that failed
   */
  record Division(String policy, List<Queue> queues, long failed) {
    Division {
      queues = List.copyOf(queues);
    }

    double sum() {
      return queues.stream().mapToDouble(Queue::bytesPerSecond).sum();
    }
  }

  /**
   * How a queue fares that comes while others fill the cache.
   *
   * @param limitSeconds two periods of the division
   * @param secondsToShare until it held its share, which was an equal part at least; null if it did not within the limit
   * @param usedBytes what it held then
   * @param shareBytes its share then
   */
  record Arrival(double limitSeconds, @Nullable Double secondsToShare, long usedBytes, long shareBytes) {}

  /** What was measured where. */
  record Place(String topology, String from, String to, long capacityBytes) {}

  /**
   * Judges.
   *
   * @param failed fetches with HARE's shares, those while the third queue came included
   */
  static SharesReport of(Place place, Division equal, Division hare, Arrival third, long failed) {
    List<String> problems = new ArrayList<>();
    if (!(equal.sum() > 0 && hare.sum() >= LEAST_SUM * equal.sum())) {
      problems.add(String.format(Locale.ROOT, "both read %.2f times as much as with equal shares, at least %.2f is wanted",
          hare.sum() / equal.sum(), LEAST_SUM));
    }
    for (int i = 0; i < equal.queues().size(); i++) {
      double gain = gain(equal, hare, i);
      if (!(gain >= LEAST_QUEUE)) {
        problems.add(String.format(Locale.ROOT, "%s reads %.3f times as much as with an equal share, at least %.2f is wanted",
            equal.queues().get(i).name(), gain, LEAST_QUEUE));
      }
    }
    if (third.secondsToShare() == null) {
      problems.add(String.format(Locale.ROOT, "the third queue holds %.1f MB of its share of %.1f MB after %.0f s",
          third.usedBytes() / 1e6, third.shareBytes() / 1e6, third.limitSeconds()));
    }
    if (equal.failed() + failed > 0) {
      problems.add((equal.failed() + failed) + " fetches failed");
    }
    return new SharesReport(place.topology, place.from, place.to, place.capacityBytes, equal, hare, third, List.copyOf(problems));
  }

  /** How many times as much a queue reads with HARE's shares. */
  static double gain(Division equal, Division hare, int queue) {
    return hare.queues().get(queue).bytesPerSecond() / equal.queues().get(queue).bytesPerSecond();
  }
}
