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
 * The link with a neighbour: the connections that were opened here, those that the neighbour has opened, and what is measured of both
 * together. It may be used from any thread.
 */
final class NeighbourLink {
  /** The time between two comparisons of round trips. The line is probed about as often. */
  private static final long BETWEEN_LOOKS_NANOS = 250_000_000;

  private final SiteId neighbour;
  private final LinkWay out;
  private final LinkWay in;
  private final AtomicInteger turn = new AtomicInteger();
  private final Measurement measurement = new Measurement();
  private QueueWatch queues = QueueWatch.NONE;
  /** When round trips were compared last. */
  private @Nullable Long watchedNanos;

  NeighbourLink(SiteId self, SiteId neighbour) {
    this.neighbour = neighbour;
    this.out = new LinkWay(new LinkId(self, neighbour));
    this.in = new LinkWay(new LinkId(neighbour, self));
  }

  SiteId neighbour() {
    return neighbour;
  }

  /** Returns the connections that were opened here. */
  LinkWay out() {
    return out;
  }

  /** Returns the connections that the neighbour has opened. */
  LinkWay in() {
    return in;
  }

  /** Returns the number of the turn that selects one of the neighbour's addresses. */
  int turn() {
    return turn.get();
  }

  /** Records that the address with a given turn was not reached, so that another one is tried next. */
  void notReached(int had) {
    turn.compareAndSet(had, had + 1);
  }

  /**
   * Compares the round trip of a connection that has bulk packets under way with that of the line, whose packets are interactive. Round
   * trips are compared four times a second.
   *
   * @param bulkNanos the connection's round trip in nanoseconds, which is read only if a comparison is due; empty or 0 if it is not known
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

  /** Discards what was measured of the link's queues. */
  synchronized void forgetQueues() {
    queues = QueueWatch.NONE;
  }

  /** Returns the verdict on whether the link's network keeps latency classes apart. */
  synchronized QueueWatch.Verdict queues(long nowNanos) {
    return queues.verdict(nowNanos);
  }

  /** Returns the link's measurement. It covers connections that cross this link and no other. */
  Measurement measurement() {
    return measurement;
  }
}
