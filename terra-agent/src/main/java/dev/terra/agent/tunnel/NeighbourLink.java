package dev.terra.agent.tunnel;

import dev.terra.agent.link.Measurement;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The link with a neighbour: what was opened here, what was opened there, and what is measured of both together. May be used from any
 * thread.
 */
final class NeighbourLink {
  private final SiteId neighbour;
  private final LinkWay out;
  private final LinkWay in;
  private final AtomicInteger turn = new AtomicInteger();
  private final Measurement measurement = new Measurement();

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

  /** What is measured of it: by its own connections, which cross this link and no other. */
  Measurement measurement() {
    return measurement;
  }
}
