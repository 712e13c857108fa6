package dev.terra.agent.receive;

import dev.terra.core.limit.BoundedMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What one session of a sending agent has told: which segment each of its numbers stands for. On the agent's thread. */
final class SenderSession {
  /**
   * Numbers of segments that are done, so that late duplicates are known for what they are. Later ones are asked about again.
   */
  private static final int MAX_DONE = 100_000;

  private final Map<Long, InSegment> byId = new HashMap<>();
  private final Map<Long, Done> done = new BoundedMap<>(MAX_DONE);

  /** Why a segment is not waited for. */
  enum Done {
    /** Its reader has all of it. */
    READ,
    /** It was given up: a later reader will want all of it again. */
    GIVEN_UP
  }

  Optional<InSegment> segment(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  void describe(long id, InSegment segment) {
    byId.put(id, segment);
    done.remove(id);
  }

  /** The segment of this number is not waited for any more; whatever else comes of it may be acknowledged and dropped. */
  void done(long id, Done why) {
    byId.remove(id);
    done.put(id, why);
  }

  /** Why the segment of this number is not waited for, if it is not. */
  Optional<Done> done(long id) {
    return Optional.ofNullable(done.get(id));
  }
}
