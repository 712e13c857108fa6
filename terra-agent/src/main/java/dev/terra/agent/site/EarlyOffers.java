package dev.terra.agent.site;

import dev.terra.api.timing.ProtocolTiming;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Offers that came soon after this agent started, when the reader's handler was not yet known, not all outputs were reported, or no tunnel
 * to the reader's site was up: handlers attach at once, while tunnels take a moment. An offer is decided as soon as it is ready, and before
 * its handler stops waiting. An instance is used on the agent's thread only.
 */
final class EarlyOffers {
  /** The time for which an offer is held: a part of the time for which its handler waits. The rest is for the answer on a busy node. */
  private static final long HOLD_NANOS = ProtocolTiming.DECISION.nanos() * 7 / 10;
  /** The most offers that are held: more than the reducers of a site cause in a moment. */
  private static final int MOST = 4_096;
  /** The most offers of one handler that are held. */
  static final int MOST_OF_ASKER = MOST / 4;
  /** The most bytes of one handler's offers that are held. An offer of a thousand segments has about 30 KiB. */
  static final long MOST_BYTES_OF_ASKER = 4L << 20;

  private final long untilNanos;
  private final Map<Runnable, Early> held = new LinkedHashMap<>();

  private record Early(RemoteOffer offer, Object asker, long sinceNanos) {}

  /** Creates an empty set that holds no offers from the given time on. */
  EarlyOffers(long untilNanos) {
    this.untilNanos = untilNanos;
  }

  /**
   * Holds an offer, if it is not ready and there is room for it; returns whether it is held.
   *
   * @param asker the stream of the handler that made the offer
   * @param decide decides the offer; run once
   * @param ready returns whether an offer need not wait
   */
  boolean holds(RemoteOffer offer, Object asker, Runnable decide, long nowNanos, Predicate<RemoteOffer> ready) {
    if (nowNanos - untilNanos >= 0 || held.size() >= MOST || ready.test(offer) || !hasRoom(asker, offer)) {
      return false;
    }
    held.put(decide, new Early(offer, asker, nowNanos));
    return true;
  }

  private boolean hasRoom(Object asker, RemoteOffer offer) {
    List<Early> own = held.values().stream().filter(early -> early.asker == asker).toList();
    long bytes = own.stream().mapToLong(early -> early.offer.message().getSerializedSize()).sum();
    return own.size() < MOST_OF_ASKER && bytes + offer.message().getSerializedSize() <= MOST_BYTES_OF_ASKER;
  }

  /** Drops the offers of a handler's stream that has ended. */
  void forget(Object asker) {
    held.values().removeIf(early -> early.asker == asker);
  }

  /** Decides the offers that are ready, or that cannot be held for longer. */
  void tick(long nowNanos, Predicate<RemoteOffer> ready) {
    if (held.isEmpty()) {
      return;
    }
    List<Runnable> due = new ArrayList<>();
    held.forEach((decide, early) -> {
      if (nowNanos - early.sinceNanos >= HOLD_NANOS || ready.test(early.offer)) {
        due.add(decide);
      }
    });
    due.forEach(decide -> {
      held.remove(decide);
      decide.run();
    });
  }
}
