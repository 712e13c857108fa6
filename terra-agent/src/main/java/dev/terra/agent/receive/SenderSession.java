package dev.terra.agent.receive;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** The segment that each number stands for in the messages of one session of a sending agent. It is used on the agent's thread only. */
final class SenderSession {
  private final Map<Long, InSegment> byId = new HashMap<>();
  private final Map<Long, Done> done = new LinkedHashMap<>();
  private final IntConsumer remembers;

  /** The reason why no reader waits for a segment. */
  enum Done {
    /** The reader has all of the segment. */
    READ,
    /** The segment was given up. A later reader will need all of it again. */
    GIVEN_UP
  }

  /** Creates a session without segments. It passes changes of the number of done segments that it remembers to {@code remembers}. */
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

  /** Records that no reader waits for the segment of a number any more. Further bytes of the segment may be acknowledged and dropped. */
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

  /** Returns why no reader waits for the segment of a number, if none does. */
  Optional<Done> done(long id) {
    return Optional.ofNullable(done.get(id));
  }
}
