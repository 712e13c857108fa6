package dev.terra.schedule.policy.terra;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How far each shuffle would be if nothing scheduled the WAN: flows share its links, as TCP connections do, each on the shortest route.
 * Shuffles come to this virtual network as they come to the real one, with one difference: a shuffle of a job that comes after another
 * one of that job was done waits until that is done here, too. So the virtual network keeps the time that jobs of several stages would
 * take, whatever the schedule makes of the stages before. What the schedule has done already goes on here until it is done.
 *
 * <p>The idea, to schedule by the completion times of a virtual system that shares fairly, is that of the Fair Sojourn Protocol (Friedman
 * and Henderson, "Fairness and efficiency in web server protocols", SIGMETRICS 2003).
 *
 * <p>Example: a link of 10 MB/s. A shuffle of 100 MB comes, and 2 s later one of 20 MB. The schedule sends the second first: in the
 * real network it is done after 2 s, and the first at 12 s. Here they share the link from 2 s on, at 5 MB/s each: the second is done
 * at 6 s, and the first at 12 s.
 */
final class VirtualSharing {
  /**
   * Shuffles that the schedule has done and that are not done here, at most. Where the WAN carries more than sharing flows could, they
   * would become ever more. The oldest are left out then, so that others are done sooner here.
   */
  private static final int MOST_GONE = 1_000;

  private final FlowRates rates;
  /** The shuffles of the last round, and others that are not done here; in the order in which they came. */
  private final Map<ShuffleId, VirtualShuffle> shuffles = new LinkedHashMap<>();
  private final Map<String, Double> jobStarts = new HashMap<>();
  private double nowSeconds = Double.NaN;

  /** An empty network with these rates. */
  VirtualSharing(FlowRates rates) {
    this.rates = rates;
  }

  /** Goes on to a round with these shuffles. Uses the network's residual. */
  void begin(Collection<ActiveShuffle> active, double now) {
    double seconds = Double.isNaN(nowSeconds) ? 0 : now - nowSeconds;
    advance(now);
    Set<ShuffleId> present = new HashSet<>();
    active.forEach(shuffle -> present.add(shuffle.demand().id()));
    shuffles.values().forEach(shuffle -> shuffle.setGone(!present.contains(shuffle.id())));
    forget();
    for (ActiveShuffle shuffle : active) {
      shuffles.computeIfAbsent(shuffle.demand().id(), id -> come(shuffle, now)).update(shuffle.demand(), rates, seconds);
    }
    shareOut();
  }

  private VirtualShuffle come(ActiveShuffle shuffle, double now) {
    String job = shuffle.demand().group().orElse(shuffle.demand().id().value());
    jobStarts.putIfAbsent(job, now);
    List<VirtualShuffle> before = shuffles.values().stream().filter(other -> other.isGone() && other.job().equals(job)).toList();
    return new VirtualShuffle(shuffle.demand().id(), job, before);
  }

  /** Ends a round: what shuffles get in the real network says at the next one what they have sent. */
  void note(Collection<ActiveShuffle> active) {
    active.forEach(shuffle -> get(shuffle.demand().id()).note(shuffle, rates));
  }

  private VirtualShuffle get(ShuffleId id) {
    return Objects.requireNonNull(shuffles.get(id), "it began this round");
  }

  /** Forgets shuffles that are done in both networks, and the oldest of those that are done in the real one if they are too many. */
  private void forget() {
    List<VirtualShuffle> gone = shuffles.values().stream().filter(VirtualShuffle::isGone).toList();
    int tooMany = gone.size() - MOST_GONE;
    for (VirtualShuffle shuffle : gone) {
      if (shuffle.isDone() || tooMany-- > 0) {
        shuffle.finish(nowSeconds);
        shuffles.remove(shuffle.id());
      }
    }
    Set<String> jobs = new HashSet<>();
    shuffles.values().forEach(shuffle -> jobs.add(shuffle.job()));
    jobStarts.keySet().retainAll(jobs);
  }

  private void advance(double to) {
    double now = Double.isNaN(nowSeconds) ? to : nowSeconds;
    while (now < to) {
      double step = to - now;
      for (VirtualShuffle shuffle : shuffles.values()) {
        step = Math.min(step, shuffle.secondsToNextEnd(rates));
      }
      now = Math.min(to, now + step);
      boolean ended = false;
      for (VirtualShuffle shuffle : shuffles.values()) {
        ended |= shuffle.send(step, now, rates);
      }
      if (ended) {
        shareOut();
      }
    }
    nowSeconds = to;
  }

  private void shareOut() {
    rates.clear();
    shuffles.values().forEach(shuffle -> shuffle.ask(rates));
    rates.share();
  }

  /** When the job of a shuffle of this round came. */
  double jobStartSeconds(ShuffleId id) {
    return Objects.requireNonNull(jobStarts.get(get(id).job()), "it began with its first shuffle");
  }

  /** When a shuffle of this round is done here if nothing comes or ends before; infinite if it waits for others, or has no route. */
  double endSeconds(ShuffleId id) {
    return get(id).endSeconds(nowSeconds, rates);
  }
}
