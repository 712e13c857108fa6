package dev.terra.agent.site;

import com.google.common.base.Ticker;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.limit.BoundedText;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The states of this site's handlers, for people: which handlers carry out the agent's decisions, and why the others leave everything to
 * the stock path. A handler that has gone is kept for an hour. No decision depends on these states. An instance is used on the agent's
 * thread only.
 */
public final class HandlerStates {
  /** The most services of one node: Hadoop's, and those of some versions of Spark. */
  static final int MOST_SERVICES = 8;
  /** The most nodes that are kept. A site has not many more. */
  private static final int MAX_NODES = 10_000;
  /** The time for which a handler is shown after it has gone. */
  private static final long GONE_NANOS = TimeUnit.HOURS.toNanos(1);
  static final String GONE = "it is not attached to this site's agent: ";

  /** The states by the node's address, and then by the handler's key. The handlers of a node can displace only states of the same node. */
  private final Map<String, Map<String, HandlerState>> byNode = new BoundedMap<>(MAX_NODES);
  private final Ticker ticker;

  /** Creates an empty set of states. */
  public HandlerStates(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Notes that a handler carries out the agent's decisions. */
  void noteCarrying(HandlerState.Name name) {
    note(name, "");
  }

  /** Notes that everything that a handler serves takes the stock path. */
  void noteStock(HandlerState.Name name, String reason) {
    note(name, reason.isEmpty() ? "it gives no reason" : reason);
  }

  private void note(HandlerState.Name name, String words) {
    String reason = BoundedText.of(words);
    Map<String, HandlerState> byKey = byNode.computeIfAbsent(name.ip(), node -> new BoundedMap<>(MOST_SERVICES));
    HandlerState before = byKey.getOrDefault(name.key(),
        new HandlerState(name, reason, ticker.read(), ShuffleCounters.getDefaultInstance()));
    long sinceNanos = before.stockReason().equals(reason) ? before.sinceNanos() : ticker.read();
    byKey.put(name.key(), new HandlerState(name, reason, sinceNanos, before.counters()));
  }

  /** Notes new counters of a handler. */
  void counted(String key, ShuffleCounters counters) {
    byNode.values().forEach(ofNode -> ofNode.computeIfPresent(key,
        (same, state) -> new HandlerState(state.name(), state.stockReason(), state.sinceNanos(), counters)));
  }

  /** Forgets the handlers that went more than an hour ago. */
  void tick() {
    long oldest = ticker.read() - GONE_NANOS;
    byNode.values().forEach(ofNode ->
        ofNode.values().removeIf(state -> state.stockReason().startsWith(GONE) && state.sinceNanos() - oldest < 0));
    byNode.values().removeIf(Map::isEmpty);
  }

  /** Returns the current states of all handlers. */
  public Collection<HandlerState> all() {
    return byNode.values().stream().flatMap(ofNode -> ofNode.values().stream()).toList();
  }
}
