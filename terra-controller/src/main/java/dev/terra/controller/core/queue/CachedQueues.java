package dev.terra.controller.core.queue;

import dev.terra.api.v1.CacheCounts;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.QueueNames;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.turn.Effects;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;

/**
 * Sends the queues of jobs to agents that keep segments of these jobs in a cache and divide the cache among queues. This class is used on
 * the controller's thread only.
 */
public final class CachedQueues {
  private final ShuffleBook shuffles;
  private final PlacedQueues queues;
  private final Effects effects;
  private final Map<AgentState, Map<String, String>> told = new WeakHashMap<>();

  /** Creates an object that has not sent any queue yet. */
  public CachedQueues(ShuffleBook shuffles, PlacedQueues queues, Effects effects) {
    this.shuffles = shuffles;
    this.queues = queues;
    this.effects = effects;
  }

  /** Handles an agent's report on its cache. If the agent divides its cache among queues, it is sent the queues that have become known. */
  public void reported(AgentState agent, CacheCounts cache) {
    if (cache.getShareByQueueCount() == 0) {
      return;
    }
    Map<String, String> known = new TreeMap<>();
    cache.getUsedByShuffleMap().keySet().forEach(id ->
        shuffles.find(new ShuffleId(id)).flatMap(queues::queue).ifPresent(queue -> known.put(id, queue)));
    if (!known.equals(told.put(agent, known)) && !known.isEmpty()) {
      effects.outbox().send(agent.stream(), ControllerMessage.newBuilder().setQueues(
          QueueNames.newBuilder().putAllQueueByShuffle(known)));
    }
  }
}
