package dev.terra.agent.tunnel;

import dev.terra.agent.link.Measurement;
import dev.terra.core.latency.QueueWatch;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The link with a neighbour: what was opened here, what was opened there, and what is measured of both together. May be used from any
 * thread.
 */
final class NeighbourLink {
  /** About as often as the line is probed. */
  private static final long BETWEEN_LOOKS_NANOS = 250_000_000;

  private final SiteId neighbour;
  private final LinkWay out;
  private final LinkWay in;
  private final AtomicInteger turn = new AtomicInteger();
  private final Measurement measurement = new Measurement();
  private QueueWatch queues = QueueWatch.NONE;
  /** When they were looked at last. */
  private @Nullable Long watchedNanos;

  NeighbourLink(SiteId self, SiteId neighbour) {
    this.neighbour = neighbour;
    this.out = new LinkWay(new LinkId(self, neighbour));
    this.in = new LinkWay(new LinkId(neighbour, self));
  }

  SiteId neighbour() {
    return neighbour;
  }

  /** What was opened here. */
  LinkWay out() {
    return out;
  }

  /** What the neighbour has opened. */
  LinkWay in() {
    return in;
  }

  /** Which of the neighbour's addresses has its turn. */
  int turn() {
    return turn.get();
  }

  /** The address that had this turn was not reached: another one is tried next. */
  void notReached(int had) {
    turn.compareAndSet(had, had + 1);
  }

  /**
   * A connection has bulk packets under way over it, while the line's are interactive. Their round trips are compared four times a second.
   *
   * @param bulkNanos the connection's round trip, which is read only then; empty or 0 if it is not known
   */
  synchronized void waits(Supplier<OptionalLong> bulkNanos, long nowNanos) {
    LineEnd line = out.line().filter(LineEnd::isMeasured).orElse(null);
    if (line == null || (watchedNanos != null && nowNanos - watchedNanos < BETWEEN_LOOKS_NANOS)) {
      return;
    }
    long bulk = bulkNanos.get().orElse(0);
    if (bulk > 0) {
      watchedNanos = nowNanos;
      queues = queues.after(line.rttNanos(), bulk, line.leastRttNanos(), nowNanos);
    }
  }

  /** Nothing is known of its queues any more. */
  synchronized void forgetQueues() {
    queues = QueueWatch.NONE;
  }

  /** Whether its network keeps classes. */
  synchronized QueueWatch.Verdict queues(long nowNanos) {
    return queues.verdict(nowNanos);
  }

  /** What is measured of it: by its own connections, which cross this link and no other. */
  Measurement measurement() {
    return measurement;
  }
}
