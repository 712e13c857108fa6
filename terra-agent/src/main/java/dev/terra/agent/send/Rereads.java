package dev.terra.agent.send;

import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Reads again what an earlier session of this agent has sent. A reader that has all of a segment waits for the checksum of the whole, which
 * no other part of Terra can compute for those bytes. They are read here, at their own site, and not sent. It is used on the agent's thread
 * only.
 */
final class Rereads {
  /** The most bytes of one read, as when bytes are read to be sent: the few reads at a time take a few megabytes of memory. */
  private static final int MAX_READ_BYTES = 1 << 20;
  /** The most reads at a time. They are so many that a read from a handler that is restarting does not hold up the others. */
  private static final int MAX_READS = 8;

  private final SegmentSource source;
  private final Bundles bundles;
  private final SegmentAnswers answers;
  private final Set<OutSegment> waiting = new LinkedHashSet<>();
  private final Set<OutSegment> reading = new LinkedHashSet<>();

  /** Creates an object that has nothing to read. */
  Rereads(SegmentSource source, Bundles bundles, SegmentAnswers answers) {
    this.source = source;
    this.bundles = bundles;
    this.answers = answers;
  }

  /** Reads the bytes of a segment that have not been read here, if its reader waits for the checksum. */
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
    SegmentSource.Part part = new SegmentSource.Part(segment.key(), segment.servedAs(), range.start(), length);
    source.read(part, new SegmentSource.Reader() {
      @Override
      public void read(SegmentSource.Bytes bytes) {
        segment.read(range.start(), bytes);
        bytes.data().release();
        goOn(segment);
      }

      @Override
      public void failed(String why) {
        reading.remove(segment);
        if (segment.unread().isPresent()) {
          answers.unreadable(bundles.of(segment), segment, why);
        }
        proceed();
      }
    });
  }

  private void goOn(OutSegment segment) {
    reading.remove(segment);
    if (segment.unread().isPresent()) {
      waiting.add(segment);
    } else if (segment.checksum().isPresent()) {
      answers.describe(segment);
    }
    proceed();
  }
}
