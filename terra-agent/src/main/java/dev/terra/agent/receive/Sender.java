package dev.terra.agent.receive;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What one session of a sending agent has told: which segment each of its numbers stands for. On the agent's thread. */
final class Sender {
  /**
   * Numbers of segments that are done, so that late duplicates are known for what they are. Later ones are asked about again.
   */
  private static final int MAX_DONE = 100_000;

  private final Map<Long, InSegment> byId = new HashMap<>();
  private final Map<Long, Boolean> done = new LinkedHashMap<>() {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
      return size() > MAX_DONE;
    }
  };

  Optional<InSegment> segment(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  void describe(long id, InSegment segment) {
    byId.put(id, segment);
    done.remove(id);
  }

  /** The segment of this number is not waited for any more; whatever else comes of it may be acknowledged and dropped. */
  void done(long id) {
    byId.remove(id);
    done.put(id, true);
  }

  boolean isDone(long id) {
    return done.containsKey(id);
  }
}
