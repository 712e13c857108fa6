package dev.terra.agent.receive;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** What one session of a sending agent has told: which segment each of its numbers stands for. On the agent's thread. */
final class SenderSession {
  private final Map<Long, InSegment> byId = new HashMap<>();
  private final Map<Long, Done> done = new LinkedHashMap<>();
  private final IntConsumer remembers;

  /** Why a segment is not waited for. */
  enum Done {
    /** Its reader has all of it. */
    READ,
    /** It was given up: a later reader will want all of it again. */
    GIVEN_UP
  }

  /** Nothing told yet; says how many more segments that are done it remembers. */
  SenderSession(IntConsumer remembers) {
    this.remembers = remembers;
  }

  Optional<InSegment> segment(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  void describe(long id, InSegment segment) {
    if (segment.isNumbered() && !segment.hasNumber(id)) {
      byId.remove(segment.senderId(), segment);
    }
    byId.put(id, segment);
    if (done.remove(id) != null) {
      remembers.accept(-1);
    }
  }

  /** The segment of this number is not waited for any more; whatever else comes of it may be acknowledged and dropped. */
  void done(long id, Done why) {
    byId.remove(id);
    if (done.put(id, why) == null) {
      remembers.accept(1);
    }
  }

  int doneCount() {
    return done.size();
  }

  void forgetOldest() {
    done.remove(done.keySet().iterator().next());
    remembers.accept(-1);
  }

  /** Why the segment of this number is not waited for, if it is not. */
  Optional<Done> done(long id) {
    return Optional.ofNullable(done.get(id));
  }
}
