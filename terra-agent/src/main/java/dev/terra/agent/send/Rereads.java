package dev.terra.agent.send;

import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads again what an earlier session of this agent has sent: a reader that has all of a segment waits for the checksum of the whole, and
 * nobody else knows that of those bytes. They are read here, at their own site, and not sent. On the agent's thread.
 */
final class Rereads {
  /** As much as is read at a time to be sent: with so many reads, few megabytes of memory. */
  private static final int MAX_READ_BYTES = 1 << 20;
  /** At a time; one of a handler that is being started again does not hold up the others. */
  private static final int MAX_READS = 8;

  private final SegmentSource source;
  private final Consumer<OutSegment> checksumKnown;
  private final BiConsumer<OutSegment, String> unreadable;
  private final Set<OutSegment> waiting = new LinkedHashSet<>();
  private final Set<OutSegment> reading = new LinkedHashSet<>();

  /**
   * Nothing to read.
   *
   * @param checksumKnown is told of a segment whose checksum has become known here
   * @param unreadable is told of one that can't be read, and why
   */
  Rereads(SegmentSource source, Consumer<OutSegment> checksumKnown, BiConsumer<OutSegment, String> unreadable) {
    this.source = source;
    this.checksumKnown = checksumKnown;
    this.unreadable = unreadable;
  }

  /** Reads of a segment what nobody has read here, if its reader waits for that. */
  void consider(OutSegment segment) {
    if (segment.unread().isPresent() && !reading.contains(segment)) {
      waiting.add(segment);
      proceed();
    }
  }

  private void proceed() {
    while (reading.size() < MAX_READS && !waiting.isEmpty()) {
      OutSegment next = waiting.iterator().next();
      waiting.remove(next);
      next.unread().ifPresent(range -> read(next, range));
    }
  }

  private void read(OutSegment segment, ByteRange range) {
    reading.add(segment);
    int length = (int) Math.min(MAX_READ_BYTES, range.length());
    source.read(new SegmentSource.Part(segment.key(), segment.servedAs(), range.start(), length),
        bytes -> {
          segment.read(range.start(), bytes);
          bytes.data().release();
          goOn(segment);
        },
        problem -> {
          reading.remove(segment);
          if (segment.unread().isPresent()) {
            unreadable.accept(segment, problem);
          }
          proceed();
        });
  }

  private void goOn(OutSegment segment) {
    reading.remove(segment);
    if (segment.unread().isPresent()) {
      waiting.add(segment);
    } else if (segment.checksum().isPresent()) {
      checksumKnown.accept(segment);
    }
    proceed();
  }
}
