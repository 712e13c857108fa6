package dev.terra.agent.submit;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** This site's part of a submitted shuffle. An instance is used on the agent's thread only. */
final class ShufflePart {
  private final ShuffleId shuffle;
  private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
  private final Map<Integer, Transfer> outgoing = new LinkedHashMap<>();
  private final Map<Integer, TransferReceiver> receiving = new LinkedHashMap<>();

  ShufflePart(ShuffleId shuffle) {
    this.shuffle = shuffle;
  }

  ShuffleId shuffle() {
    return shuffle;
  }

  Map<Integer, Receiver> receivers() {
    return receivers;
  }

  Map<Integer, Transfer> outgoing() {
    return outgoing;
  }

  /** Returns the receivers at this site by number, with the transfers that they fetch. */
  Map<Integer, TransferReceiver> receiving() {
    return receiving;
  }

  /** Returns the site that a transfer goes to; empty if the site of its receiver is not known yet. */
  Optional<SiteId> receiverOf(Transfer transfer) {
    return Optional.ofNullable(receivers.get(transfer.getReceiver())).map(receiver -> new SiteId(receiver.getSite()));
  }

  /** Returns the segment as which a transfer is sent. */
  SegmentCopy key(Transfer transfer) {
    return TransferKeys.of(shuffle, transfer);
  }

  /** Returns the outgoing transfer that is sent as a segment. */
  Optional<Transfer> find(SegmentCopy key) {
    return Optional.ofNullable(outgoing.get(key.output().producer())).filter(transfer -> key.equals(key(transfer)));
  }
}
