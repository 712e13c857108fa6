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
 * The segments that are being received, by name, by shuffle, and by the numbers that their senders gave them; and those that were given up
 * or read. It is used on the agent's thread only.
 */
final class InSegments {
  /** The most done segments that are remembered, in case their sender was not informed or has been restarted. */
  private static final int MAX_DONE = 100_000;

  private final Map<SegmentCopy, InSegment> byKey = new HashMap<>();
  private final Map<ShuffleId, Set<InSegment>> byShuffle = new HashMap<>();
  private final SenderSessions senders = new SenderSessions();
  private final UnaskedSegments unasked = new UnaskedSegments();
  private final IncompleteBundles incomplete;
  private final Map<SegmentCopy, SenderSession.Done> done = new BoundedMap<>(MAX_DONE);

  /** Creates an empty set of segments that are received at a site. */
  InSegments(SiteId site) {
    this.incomplete = new IncompleteBundles(site);
  }

  Optional<InSegment> find(SegmentCopy key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** Returns the segment of a name, which is created if there is none. */
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

  /** Returns whether a sender may describe a segment that no reader has requested. */
  boolean admit(SiteId source) {
    return unasked.admit(source);
  }

  /** Returns how often a sender was not allowed to describe a segment. */
  long refused() {
    return unasked.refused();
  }

  List<InSegment> ofShuffle(ShuffleId shuffle) {
    return List.copyOf(byShuffle.getOrDefault(shuffle, Set.of()));
  }

  /** Returns the session of a site's agent. */
  SenderSession sender(SiteId site, long session) {
    return senders.of(site, session);
  }

  /** Records how much of a segment has arrived. */
  void update(InSegment segment) {
    incomplete.update(segment);
  }

  /** Records that a bundle is active: bytes of a segment came before any request, or its sender has described it. */
  void stir(InSegment segment) {
    incomplete.stir(segment);
  }

  /** Returns the bundles of which not everything that was announced has arrived, and whether each has been active since the last call. */
  List<ExpectedBundle> takeExpected() {
    return incomplete.takeBundles(site -> !unasked.isFull(site));
  }

  /** Removes a segment that no reader waits for any more. */
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

  /**
   * Records that a segment's reader gave it up, in case the sender is not informed of it. Does nothing and returns false if another segment
   * has that name meanwhile.
   */
  boolean withdraw(InSegment segment) {
    boolean current = byKey.get(segment.key()) == segment;
    if (current) {
      done.put(segment.key(), SenderSession.Done.GIVEN_UP);
    }
    return current;
  }

  /** Returns why no reader waits for a segment any more, unless a reader has requested it since. */
  Optional<SenderSession.Done> done(SegmentCopy key) {
    return Optional.ofNullable(done.get(key));
  }

  /** Records that a reader requests a segment, possibly again. */
  void want(InSegment segment) {
    done.remove(segment.key());
    if (segment.ask()) {
      unasked.removed(segment.source());
    }
  }

  /** Forgets the done segments of a shuffle that is over. */
  void forget(ShuffleId shuffle) {
    done.keySet().removeIf(key -> key.shuffle().equals(shuffle));
  }
}
