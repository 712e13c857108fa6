package dev.terra.agent.site;

import com.google.common.base.Ticker;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.limit.BoundedText;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What people may know of this site's handlers: which of them carry what the agent decides, and why the others leave everything to the
 * stock path. One that has gone stays in it for an hour. Nothing is decided by it. On the agent's thread.
 */
public final class HandlerStates {
  /** Services of one node: Hadoop's, and those of some versions of Spark. */
  static final int MOST_SERVICES = 8;
  /** A site has not many more nodes. */
  private static final int MAX_NODES = 10_000;
  /** A node that was taken out is shown for so long. */
  private static final long GONE_NANOS = TimeUnit.HOURS.toNanos(1);
  static final String GONE = "it is not attached to this site's agent: ";

  /** By address, and then by key: what one node says pushes out what is known of no other. */
  private final Map<String, Map<String, HandlerState>> byNode = new BoundedMap<>(MAX_NODES);
  private final Ticker ticker;

  /** None yet. */
  public HandlerStates(Ticker ticker) {
    this.ticker = ticker;
  }

  /** A handler carries what the agent decides. */
  void noteCarrying(HandlerState.Name name) {
    note(name, "");
  }

  /** All that a handler serves takes the stock path. */
  void noteStock(HandlerState.Name name, String reason) {
    note(name, reason.isEmpty() ? "it does not say why" : reason);
  }

  private void note(HandlerState.Name name, String words) {
    String reason = BoundedText.of(words);
    Map<String, HandlerState> byKey = byNode.computeIfAbsent(name.ip(), node -> new BoundedMap<>(MOST_SERVICES));
    HandlerState before = byKey.getOrDefault(name.key(),
        new HandlerState(name, reason, ticker.read(), ShuffleCounters.getDefaultInstance()));
    long sinceNanos = before.stockReason().equals(reason) ? before.sinceNanos() : ticker.read();
    byKey.put(name.key(), new HandlerState(name, reason, sinceNanos, before.counters()));
  }

  /** A handler has counted. */
  void counted(String key, ShuffleCounters counters) {
    byNode.values().forEach(ofNode -> ofNode.computeIfPresent(key,
        (same, state) -> new HandlerState(state.name(), state.stockReason(), state.sinceNanos(), counters)));
  }

  /** Time has passed: those that went long ago are forgotten. */
  void tick() {
    long oldest = ticker.read() - GONE_NANOS;
    byNode.values().forEach(ofNode ->
        ofNode.values().removeIf(state -> state.stockReason().startsWith(GONE) && state.sinceNanos() - oldest < 0));
    byNode.values().removeIf(Map::isEmpty);
  }

  /** All of them as they are now. */
  public Collection<HandlerState> all() {
    return byNode.values().stream().flatMap(ofNode -> ofNode.values().stream()).toList();
  }
}
