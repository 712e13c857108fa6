package dev.terra.node.agent;

import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Offers of a slice whose agent has ended and which another agent of the site is about to carry. They wait for that agent as long as they
 * would wait for a decision. It is used on the links' thread only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The actions that follow an answer throw nothing.
final class WaitingOffers {
  private static final long PATIENCE_MILLIS = ProtocolTiming.DECISION.millis();
  /** The most waiting offers, which is more than reducers make in that time. Further offers take the stock path. */
  private static final int MOST = 4_096;

  private final LinkServices services;
  /** The waiting offers in the order in which they were added. */
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
  private long added;

  private record Waiting(OfferedFetch offer, CompletableFuture<Optional<Decided>> answer) {}

  WaitingOffers(LinkServices services) {
    this.services = services;
  }

  /**
   * Adds an offer that waits.
   *
   * @param answer gets the decision of the agent that comes; empty if none comes in time
   */
  void add(OfferedFetch offer, CompletableFuture<Optional<Decided>> answer) {
    if (waiting.size() >= MOST) {
      answer.complete(Optional.empty());
      return;
    }
    long number = ++added;
    waiting.put(number, new Waiting(offer, answer));
    OneShot end = OneShot.after(services.loop(), PATIENCE_MILLIS, TimeUnit.MILLISECONDS, services.guard(), () -> {
      waiting.remove(number);
      answer.complete(Optional.empty());
    });
    answer.whenComplete((given, error) -> end.cancel());
  }

  /** Sends the offers that wait for an agent to it, once it has welcomed this handler. */
  void arrived(AgentLink link) {
    List<Long> due = waiting.entrySet().stream()
        .filter(one -> link.carries(one.getValue().offer.shuffle(), one.getValue().offer.offer().getPartition()))
        .map(Map.Entry::getKey).toList();
    for (long number : due) {
      Waiting one = Objects.requireNonNull(waiting.remove(number));
      pass(link.offer(one.offer), one.answer);
    }
  }

  /** Passes an answer on; drops its decision if the offer does not wait any more. */
  static void pass(CompletableFuture<Optional<Decided>> from, CompletableFuture<Optional<Decided>> to) {
    from.whenComplete((given, error) -> {
      Optional<Decided> decided = error == null ? given : Optional.empty();
      if (!to.complete(decided)) {
        decided.ifPresent(Decided::drop);
      }
    });
  }
}
