package dev.terra.agent.site;

import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.List;

/**
 * A fetch by a reader at another site, which the handler that has the segments offers to this agent.
 *
 * @param originIp the key of that handler: its address, possibly followed by its service
 * @param at the reader's site
 */
record RemoteOffer(String originIp, SiteId at, FetchOffer message) {
  /** The highest number of partitions; a larger one is a mistake. */
  static final int MAX_REDUCERS = 1_000_000;

  /** Checks the partition. */
  RemoteOffer {
    if (message.getPartition() < 0 || message.getPartition() >= MAX_REDUCERS) {
      throw new IllegalArgumentException("offer of " + message.getShuffle() + ": expected a partition of 0 to "
          + (MAX_REDUCERS - 1) + ", got " + message.getPartition());
    }
  }

  ShuffleId shuffle() {
    return new ShuffleId(message.getShuffle());
  }

  int partition() {
    return message.getPartition();
  }

  String clientIp() {
    return message.getClientIp();
  }

  /** Returns the segments of this offer, in the order of the message. */
  List<SegmentId> segments() {
    return message.getSegmentsList().stream()
        .map(segment -> new SegmentId(shuffle(), OutputId.of(segment.getOutput()), partition(), originIp)).toList();
  }

  /** Returns the segments of this offer, for the reader with an index. */
  List<SegmentCopy> copies(int readerIndex) {
    return segments().stream().map(segment -> new SegmentCopy(segment, readerIndex)).toList();
  }

  /** Returns an answer to an offer, to which more can be added. */
  static FetchDecision.Builder answer(FetchOffer offer, FetchDecision.Kind kind, String reason) {
    return FetchDecision.newBuilder().setOffer(offer.getOffer()).setKind(kind).setReason(reason);
  }

  /** Returns an answer to this offer. */
  FetchDecision answer(FetchDecision.Kind kind, String reason) {
    return answer(message, kind, reason).build();
  }
}
