package dev.terra.agent.receive;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which segments are on their way in, by name, by shuffle, and by the numbers that their senders gave them; which were given up, and which
 * were read.
 * On the agent's thread.
 */
final class InSegments {
  /** InSegments that are done and remembered, in case their sender has not heard or has been started again. */
  private static final int MAX_DONE = 100_000;

  private final Map<SegmentCopy, InSegment> byKey = new HashMap<>();
  private final Map<ShuffleId, Set<InSegment>> byShuffle = new HashMap<>();
  private final SenderSessions senders = new SenderSessions();
  private final UnaskedSegments unasked = new UnaskedSegments();
  private final IncompleteBundles incomplete;
  private final Map<SegmentCopy, SenderSession.Done> done = new BoundedMap<>(MAX_DONE);

  /** The segments that come to a site: none yet. */
  InSegments(SiteId site) {
    this.incomplete = new IncompleteBundles(site);
  }

  Optional<InSegment> find(SegmentCopy key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** The segment of this name, a new one if need be. */
  InSegment get(SegmentCopy key, SiteId source) {
    InSegment segment = byKey.get(key);
    if (segment == null) {
      segment = new InSegment(key, source);
      byKey.put(key, segment);
      byShuffle.computeIfAbsent(key.shuffle(), shuffle -> new LinkedHashSet<>()).add(segment);
      unasked.added(source);
    }
    return segment;
  }

  /** Whether a sender may describe a segment that no reader has asked for. */
  boolean admit(SiteId source) {
    return unasked.admit(source);
  }

  /** How often it might not. */
  long refused() {
    return unasked.refused();
  }

  List<InSegment> ofShuffle(ShuffleId shuffle) {
    return List.copyOf(byShuffle.getOrDefault(shuffle, Set.of()));
  }

  /** What a session of a site's agent has told. */
  SenderSession sender(SiteId site, long session) {
    return senders.of(site, session);
  }

  /** Takes note of how much of a segment is here now. */
  void update(InSegment segment) {
    incomplete.update(segment);
  }

  /** Bytes of a segment came ahead of any request, or its sender has described it. */
  void stir(InSegment segment) {
    incomplete.stir(segment);
  }

  /** The bundles of which not all that was announced is here, and which of them have stirred since the last call. */
  List<ExpectedBundle> takeExpected() {
    return incomplete.takeBundles(site -> !unasked.isFull(site));
  }

  /** A segment is not waited for any more. */
  void drop(InSegment segment, SenderSession.Done why) {
    if (byKey.remove(segment.key(), segment) && !segment.isAsked()) {
      unasked.removed(segment.source());
    }
    if (why == SenderSession.Done.READ) {
      done.put(segment.key(), why);
    }
    incomplete.remove(segment);
    byShuffle.computeIfPresent(segment.key().shuffle(), (shuffle, others) -> others.remove(segment) && others.isEmpty() ? null : others);
    if (segment.isNumbered()) {
      senders.of(segment.source()).forEach(sender -> sender.done(segment.senderId(), why));
    }
  }

  /** Its reader gave a segment up; its sender may not have heard of it. Only if it is still the one of its name. */
  boolean withdraw(InSegment segment) {
    boolean current = byKey.get(segment.key()) == segment;
    if (current) {
      done.put(segment.key(), SenderSession.Done.GIVEN_UP);
    }
    return current;
  }

  /** Why no reader waits for a segment any more, unless one has requested it since. */
  Optional<SenderSession.Done> done(SegmentCopy key) {
    return Optional.ofNullable(done.get(key));
  }

  /** A reader asks for a segment, possibly again. */
  void want(InSegment segment) {
    done.remove(segment.key());
    if (segment.ask()) {
      unasked.removed(segment.source());
    }
  }

  /** A shuffle is over. */
  void forget(ShuffleId shuffle) {
    done.keySet().removeIf(key -> key.shuffle().equals(shuffle));
  }
}
