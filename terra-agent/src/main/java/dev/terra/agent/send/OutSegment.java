package dev.terra.agent.send;

import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.RangeChecksums;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.range.ByteRanges.ByteRange;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A segment that is being sent to one site. Every byte is in one state: not begun, waiting to be read ({@code waiting}), being read or read
 * and not sent (in {@code taken} but not in flight), in flight, or acknowledged. It is used on the agent's thread only.
 */
final class OutSegment {
  private final OutSegmentId id;
  private final SegmentCopy key;
  private final SegmentBook.Entry told;
  private final long partLength;
  private final ByteRanges waiting = new ByteRanges();
  private final ByteRanges taken = new ByteRanges();
  private final ByteRanges acked = new ByteRanges();
  private final ByteRanges sent = new ByteRanges();
  private final RangeChecksums checksums = new RangeChecksums();
  private final List<InFlight> inFlight = new ArrayList<>();
  private long wanted;
  private boolean pushed;
  private boolean withdrawn;
  private boolean checksumTold;
  private boolean queuedRequested;
  private boolean queuedAhead;

  /**
   * Creates a segment of which nothing has been sent.
   *
   * @param told the segment's entry in this site's book
   */
  OutSegment(OutSegmentId id, SegmentCopy key, SegmentBook.Entry told) {
    this.id = id;
    this.key = key;
    this.told = told;
    this.partLength = told.partLength();
  }

  OutSegmentId id() {
    return id;
  }

  SegmentCopy key() {
    return key;
  }

  SegmentBook.ServedAs servedAs() {
    return told.servedAs();
  }

  long partLength() {
    return partLength;
  }

  long rawLength() {
    return told.rawLength();
  }

  long ackedBytes() {
    return acked.size();
  }

  boolean complete() {
    return acked.size() == partLength;
  }

  /** Returns the number of bytes that a reader waits for and that have not been acknowledged. */
  long requestedOutstanding() {
    return withdrawn ? 0 : wanted - acked.present(0, wanted);
  }

  boolean withdrawn() {
    return withdrawn;
  }

  Demand demand() {
    if (withdrawn) {
      return Demand.WITHDRAWN;
    }
    return wanted > 0 || partLength == 0 ? Demand.ASKED : Demand.NONE;
  }

  /** Marks the segment as withdrawn: nothing more of it is to be sent. */
  void withdraw() {
    withdrawn = true;
    wanted = 0;
    pushed = false;
    waiting.asList().forEach(range -> waiting.remove(range.start(), range.end()));
  }

  /** Restricts the segment to bytes that a reader waits for: nothing else of it is to be sent. */
  void onlyAsked() {
    if (demand() == Demand.ASKED) {
      pushed = false;
      firstWaiting(Urgency.AHEAD).ifPresent(ahead -> waiting.remove(ahead.start(), partLength));
    } else if (!complete()) {
      withdraw();
    }
  }

  /** Notes that a reader waits for the first so many bytes. This also revokes an earlier withdrawal. */
  void want(long end) {
    withdrawn = false;
    wanted = Math.max(wanted, Math.min(end, partLength));
    enqueue(0, wanted);
  }

  /** Allows all of the segment to be sent before a reader requests it. */
  void push() {
    pushed = true;
    enqueue(0, partLength);
  }

  private void enqueue(long start, long end) {
    for (ByteRange open : acked.missing(start, end)) {
      for (ByteRange free : taken.missing(open.start(), open.end())) {
        waiting.add(free.start(), free.end());
      }
    }
  }

  /** Returns whether the segment is queued in the lane of an urgency. */
  boolean isQueued(Urgency urgency) {
    return urgency == Urgency.REQUESTED ? queuedRequested : queuedAhead;
  }

  /** Notes whether the segment is queued in the lane of an urgency. */
  void queued(Urgency urgency, boolean now) {
    if (urgency == Urgency.REQUESTED) {
      queuedRequested = now;
    } else {
      queuedAhead = now;
    }
  }

  /** Returns the current urgency of a byte. */
  Urgency urgency(long offset) {
    return offset < wanted ? Urgency.REQUESTED : Urgency.AHEAD;
  }

  boolean hasWaiting(Urgency urgency) {
    return firstWaiting(urgency).isPresent();
  }

  private Optional<ByteRange> firstWaiting(Urgency urgency) {
    return urgency == Urgency.REQUESTED ? waiting.first(0, wanted) : waiting.first(wanted, partLength);
  }

  /** Takes the first waiting bytes of an urgency, at most so many, to be read. */
  Optional<ByteRange> take(Urgency urgency, int maxBytes) {
    Optional<ByteRange> first = firstWaiting(urgency)
        .map(range -> new ByteRange(range.start(), Math.min(range.end(), range.start() + maxBytes)));
    first.ifPresent(range -> {
      waiting.remove(range.start(), range.end());
      taken.add(range.start(), range.end());
    });
    return first;
  }

  /** Returns bytes that were taken and will not be sent, or that were sent and lost. They wait again, unless no reader needs them. */
  void giveBack(long start, long end) {
    taken.remove(start, end);
    if (!withdrawn && (pushed || start < wanted)) {
      enqueue(start, pushed ? end : Math.min(end, wanted));
    }
  }

  /** Notes that the receiver does not have bytes that it had acknowledged. */
  void lost(long start, long end) {
    if (start < end) {
      acked.remove(start, end);
      giveBack(start, end);
    }
  }

  boolean isAcked(long start, long end) {
    return acked.containsAll(start, end);
  }

  /**
   * Adds bytes that have been read to the checksum of the whole segment. It uses the checksum that they had where they were read, not one
   * computed from this memory, so that later corruption is detected. Bytes that were read before are skipped.
   */
  void read(long start, SegmentSource.Bytes bytes) {
    ByteBuf data = bytes.data();
    int length = data.readableBytes();
    for (ByteRange range : checksums.missing(start, start + length)) {
      boolean whole = range.length() == length;
      int ofRange = whole ? bytes.crc()
          : Checksum.of(data, data.readerIndex() + (int) (range.start() - start), (int) range.length());
      checksums.add(range.start(), range.end(), ofRange);
    }
  }

  /** Returns whether all these bytes have been sent before. */
  boolean wasSent(long start, long end) {
    return sent.containsAll(start, end);
  }

  /**
   * Returns whether the checksum of the whole segment is known and has yet to be sent to the receiver. The checksum counts as sent after
   * this call.
   */
  boolean takeNewChecksum() {
    boolean news = !checksumTold && checksum().isPresent();
    checksumTold |= news;
    return news;
  }

  /**
   * Returns the first range of bytes that has never been read here although the receiver has the whole segment: an earlier session of this
   * agent sent it.
   */
  Optional<ByteRange> unread() {
    return withdrawn || wanted == 0 || !complete() ? Optional.empty() : checksums.missing(0, partLength).stream().findFirst();
  }

  /** Returns the checksum of the whole segment once all its bytes have been read. */
  Optional<Integer> checksum() {
    return checksums.upTo(partLength);
  }

  void launch(InFlight chunk) {
    sent.add(chunk.start(), chunk.end());
    inFlight.add(chunk);
  }

  /** Notes bytes that the receiver has, and returns the chunks that are thereby complete. */
  List<InFlight> acknowledge(long start, long end) {
    acked.add(start, end);
    waiting.remove(start, end);
    List<InFlight> done = new ArrayList<>();
    for (InFlight chunk : inFlight) {
      if (chunk.touches(start, end) && acked.containsAll(chunk.start(), chunk.end())) {
        done.add(chunk);
      }
    }
    inFlight.removeAll(done);
    done.forEach(chunk -> taken.remove(chunk.start(), chunk.end()));
    return done;
  }

  /** Removes the chunks that touch a range from those in flight, and returns them. */
  List<InFlight> land(long start, long end) {
    List<InFlight> touched = inFlight.stream().filter(chunk -> chunk.touches(start, end)).toList();
    inFlight.removeAll(touched);
    return touched;
  }

  void land(InFlight chunk) {
    inFlight.remove(chunk);
  }

  @Override
  public String toString() {
    return key + " (" + acked.size() + " of " + partLength + " bytes acknowledged)";
  }
}
