package dev.terra.lab.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A report of what queues read that share a site's cache, by how the cache is divided, and how soon a new queue has its
 * share.
 *
 * @param from the site of the outputs
 * @param to the site of the readers and the cache
 * @param capacityBytes of the cache
 * @param equal with equal shares
 * @param hare with HARE's shares
 * @param third the new queue
 * @param problems what does not hold; none: passed
 */
record SharesReport(String topology, String from, String to, long capacityBytes, Division equal, Division hare, Arrival third,
    List<String> problems) {
  /** The least sum of throughputs, divided by the sum with equal shares. */
  static final double LEAST_SUM = 1.2;
  /** The least throughput of each queue, divided by its throughput with an equal share. */
  static final double LEAST_QUEUE = .99;
  /** The part of its share that a queue must hold to count as having it: segments on their way to readers come and go. */
  static final double FULL = .95;

  /**
   * A queue after shares have settled.
   *
   * @param bytesPerSecond what its readers received
   */
  record Queue(String name, double bytesPerSecond, long usedBytes, long shareBytes) {}

  /**
   * A way to divide the cache.
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
   * The arrival of a queue while others fill the cache.
   *
   * @param limitSeconds two periods of the division
   * @param secondsToShare until it held its share, which was at least an equal part; null if it did not within the
   *     limit
   * @param usedBytes what it held then
   * @param shareBytes its share then
   */
  record Arrival(double limitSeconds, @Nullable Double secondsToShare, long usedBytes, long shareBytes) {}

  /** The place of the measurement. */
  record Place(String topology, String from, String to, long capacityBytes) {}

  /**
   * Judges the measurements.
   *
   * @param failed fetches that failed with HARE's shares, including those while the third queue came
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

  /** Returns the throughput of a queue with HARE's shares, divided by that with equal shares. */
  static double gain(Division equal, Division hare, int queue) {
    return hare.queues().get(queue).bytesPerSecond() / equal.queues().get(queue).bytesPerSecond();
  }
}
