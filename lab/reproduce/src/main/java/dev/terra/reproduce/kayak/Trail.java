package dev.terra.reproduce.kayak;

import dev.terra.reproduce.event.Workers;
import java.util.ArrayList;
import java.util.List;

/** The progress of a tenant, at equal intervals. */
final class Trail {
  /** The difference between a settled throughput and the final one, as a part of the final one. */
  private static final double SETTLED_WITHIN = .1;
  private static final double PICOS_PER_SECOND = 1e12;

  private final Tenant tenant;
  private final Workers store;
  private final int queue;
  private final List<Mark> marks = new ArrayList<>();

  Trail(Tenant tenant, Workers store, int queue) {
    this.tenant = tenant;
    this.store = store;
    this.queue = queue;
  }

  /**
   * A moment.
   *
   * @param seconds since the run began
   * @param ended how many requests had ended
   * @param share the share of requests that the store executed
   * @param busySeconds how long store cores had been busy for the tenant
   */
  record Mark(double seconds, int ended, double share, double busySeconds) {}

  void note(double seconds) {
    marks.add(new Mark(seconds, tenant.ended(), tenant.share(), store.busyPicos(queue) / PICOS_PER_SECOND));
  }

  long dropped() {
    return tenant.dropped();
  }

  /** Returns the mean throughput between two times, in requests a second. */
  double throughput(double from, double to) {
    Mark first = at(from);
    Mark last = at(to);
    return (last.ended() - first.ended()) / (last.seconds() - first.seconds());
  }

  /** Returns the 99th percentile of the delays between two times, in microseconds. */
  double tailMicros(double from, double to) {
    return tenant.tailNanos(at(from).ended(), at(to).ended()) / 1e3;
  }

  /** Returns how long store cores were busy for the tenant between two times, in seconds. */
  double busy(double from, double to) {
    return at(to).busySeconds() - at(from).busySeconds();
  }

  double meanShare(double from, double to) {
    return between(from, to).stream().mapToDouble(Mark::share).average().orElse(Double.NaN);
  }

  /** Returns the standard deviation of the share between two times. */
  double shareSpread(double from, double to) {
    double mean = meanShare(from, to);
    return Math.sqrt(between(from, to).stream().mapToDouble(mark -> (mark.share() - mean) * (mark.share() - mean)).average().orElse(0));
  }

  /** Returns how long after a time the throughput stays near the mean of the second half until another time, in seconds. */
  double settled(double from, double to) {
    double end = throughput((from + to) / 2, to);
    double settled = 0;
    List<Mark> some = between(from, to);
    for (int i = 2; i < some.size(); i++) {
      Mark first = some.get(i - 2);
      Mark last = some.get(i);
      double now = (last.ended() - first.ended()) / (last.seconds() - first.seconds());
      if (Math.abs(now - end) > SETTLED_WITHIN * end) {
        settled = last.seconds() - from;
      }
    }
    return settled;
  }

  private List<Mark> between(double from, double to) {
    return marks.stream().filter(mark -> mark.seconds() >= from - 1e-9 && mark.seconds() <= to + 1e-9).toList();
  }

  /** Returns the last mark up to a time. */
  private Mark at(double seconds) {
    Mark last = marks.get(0);
    for (Mark mark : marks) {
      if (mark.seconds() <= seconds + 1e-9) {
        last = mark;
      }
    }
    return last;
  }
}
