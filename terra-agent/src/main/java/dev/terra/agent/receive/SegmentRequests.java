package dev.terra.agent.receive;

import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.wan.SiteId;
import java.util.List;

/**
 * Requests the segments of one fetch from the sending site, and thereby limits how far that site may send them: at most a window of bytes
 * beyond what the reader has taken. It is used on the agent's thread only.
 */
final class SegmentRequests {
  private static final int WINDOW_STEPS = 4;
  /**
   * The least share of a window that is divided among segments of unknown length. Smaller shares would lead to frames that are mostly
   * header.
   */
  private static final long MIN_SHARE_BYTES = 4 << 10;
  private static final int MAX_OUTPUTS = 1_000;

  private final Replies replies;
  private final SiteId source;
  private final List<InSegment> segments;
  private final boolean undecided;
  private final ReaderProof proof;
  private boolean asked;
  private long askAfterBytes;

  /**
   * Creates an object that has requested nothing yet.
   *
   * @param terms the terms on which the segments are requested
   */
  SegmentRequests(Replies replies, SiteId source, List<InSegment> segments, Terms terms) {
    this.replies = replies;
    this.source = source;
    this.segments = segments;
    this.undecided = terms.undecided;
    this.proof = terms.proof;
  }

  /**
   * The terms on which a reader requests segments.
   *
   * @param undecided whether the sending site decides first if the segments are worth Terra
   * @param proof the proof that the reader belongs to its job
   */
  record Terms(boolean undecided, ReaderProof proof) {}

  SiteId source() {
    return source;
  }

  ReaderProof proof() {
    return proof;
  }

  List<InSegment> segments() {
    return segments;
  }

  boolean reachesSource() {
    return replies.reaches(source);
  }

  /** Returns whether nothing has been requested yet. */
  boolean isFirst() {
    return !asked;
  }

  /** Returns whether a reader that has taken so many bytes may request enough more to be worth an examination of all segments. */
  boolean isDue(long taken) {
    return taken >= askAfterBytes;
  }

  /**
   * Requests further bytes where the limit has changed enough, or requests everything again. Segments of unknown length share the window
   * evenly, so that short segments arrive together with their lengths, and not a round trip later.
   *
   * @param current the index of the first segment that has not been read
   * @param taken how many bytes the reader has taken
   * @param windowBytes how many bytes the reader may request beyond those
   * @return whether anything was requested
   */
  boolean ask(int current, long taken, long windowBytes, boolean again) {
    long room = windowBytes;
    long step = again ? 0 : room / WINDOW_STEPS;
    askAfterBytes = taken + room / WINDOW_STEPS;
    boolean firstTime = !asked;
    boolean any = false;
    Frames frames = new Frames(false, again || firstTime);
    for (int i = current; i < segments.size() && (room > 0 || again || firstTime); i++) {
      InSegment segment = segments.get(i);
      if (segment.complete() && !((again || firstTime) && segment.unverified())) {
        room -= Math.min(room, segment.partLength() - segment.consumed());
        continue;
      }
      long limit = segment.described() ? segment.partLength() : Long.MAX_VALUE;
      long share = segment.described() ? room : Math.max(Math.min(room, MIN_SHARE_BYTES), room / (segments.size() - i));
      long wanted = Math.min(limit, Math.max(segment.wanted(), segment.consumed() + share));
      room -= Math.min(room, wanted - segment.consumed());
      boolean news = wanted > segment.wanted() && (wanted - segment.wanted() >= step || wanted == limit);
      if (again || news || (firstTime && !segment.described())) {
        segment.wanted(wanted);
        any = true;
        frames.add(segment).addWantedBytes(wanted);
      }
    }
    if (!any && (again || firstTime) && !proof.isAccepted()) {
      any = true;
      frames.add(segments.get(0)).addWantedBytes(0);
    }
    asked |= any;
    frames.send();
    return any;
  }

  /**
   * Requests the segments that have arrived already, even if they have been read meanwhile, so that the sending site is informed of their
   * reader.
   */
  void announce() {
    Frames frames = new Frames(false, true);
    segments.stream().filter(InSegment::complete).forEach(segment -> frames.add(segment).addWantedBytes(segment.partLength()));
    frames.send();
  }

  /** Reports that no reader needs these segments any more. */
  void withdraw(List<InSegment> some) {
    Frames frames = new Frames(true, false);
    some.forEach(frames::add);
    frames.send();
  }

  /** Reports that no reader needs a segment that no reader has requested in this session. */
  static void withdraw(Replies replies, SiteId site, SegmentCopy key) {
    replies.send(site, FrameType.REQUEST, key.request().addOutputs(key.output().toMessage()).setWithdrawn(true).build());
  }

  /**
   * Builds the frames about several segments. A frame holds a limited number of outputs of the same partitions, and the rest goes into
   * other frames.
   */
  private final class Frames {
    private final boolean withdrawn;
    private final boolean proving;
    private SegmentRequest.Builder request = SegmentRequest.newBuilder();

    Frames(boolean withdrawn, boolean proving) {
      this.withdrawn = withdrawn;
      this.proving = proving;
    }

    /** Adds a segment, and returns the message to which further fields about the segment may be added. */
    SegmentRequest.Builder add(InSegment segment) {
      boolean toDecide = undecided && !withdrawn && !segment.described();
      int count = segment.key().segment().partitions().countToSay();
      boolean fits = request.getOutputsCount() < MAX_OUTPUTS && request.getPartition() == segment.key().segment().partition()
          && request.getPartitionCount() == count && request.getUndecided() == toDecide;
      if (request.getOutputsCount() > 0 && !fits) {
        send();
      }
      if (request.getOutputsCount() == 0) {
        request = segment.key().request().setWithdrawn(withdrawn).setUndecided(toDecide);
        proof.message().filter(message -> proving).ifPresent(request::setProof);
      }
      return request.addOutputs(segment.key().output().toMessage());
    }

    void send() {
      if (request.getOutputsCount() > 0) {
        replies.send(source, FrameType.REQUEST, request.build());
        request = SegmentRequest.newBuilder();
      }
    }
  }
}
