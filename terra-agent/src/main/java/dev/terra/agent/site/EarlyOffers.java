package dev.terra.agent.site;

import dev.terra.api.timing.ProtocolTiming;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Offers that came when this agent had just begun, and had not yet heard of the reader's handler or of all outputs, or could not send
 * there: its handlers attach at once, its tunnels need a moment. They are decided as soon as that is over, and before their handler stops
 * waiting. On the agent's thread.
 */
final class EarlyOffers {
  /** An offer is held for this part of the time for which a handler waits; the rest is for the answer's way on a busy node. */
  private static final long HOLD_NANOS = ProtocolTiming.DECISION.nanos() * 7 / 10;
  /** More than a site's reducers ask for in a moment. */
  private static final int MOST = 4_096;
  /** The most of one handler. */
  static final int MOST_OF_ASKER = MOST / 4;
  /** The most bytes of one handler: an offer of a thousand segments has some 30 KiB. */
  static final long MOST_BYTES_OF_ASKER = 4L << 20;

  private final long untilNanos;
  private final Map<Runnable, Early> held = new LinkedHashMap<>();

  private record Early(RemoteOffer offer, Object asker, long sinceNanos) {}

  /** None yet; none are held from a time on. */
  EarlyOffers(long untilNanos) {
    this.untilNanos = untilNanos;
  }

  /**
   * Keeps an offer, if there is a reason and room to.
   *
   * @param asker whose it is
   * @param decide to be run once
   * @param ready whether an offer needs not wait
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

  /** An asker is gone. */
  void forget(Object asker) {
    held.values().removeIf(early -> early.asker == asker);
  }

  /** Has those decided that are due. */
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
