package dev.terra.agent.submit;

import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One submitted shuffle as this site knows it. On the agent's thread. */
final class SubmittedShuffle {
  /** What stands for the handler's address and the job's user, which are not empty for anything that can be read: there are none. */
  static final String NO_HANDLER = "submitted";

  private final ShuffleId shuffle;
  private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
  private final Map<Integer, Transfer> outgoing = new LinkedHashMap<>();
  private final Map<Integer, TransferReceiver> receiving = new LinkedHashMap<>();

  SubmittedShuffle(ShuffleId shuffle) {
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

  /** What arrives here, by receiver. */
  Map<Integer, TransferReceiver> receiving() {
    return receiving;
  }

  /** The segment that a transfer is. */
  static SegmentCopy key(ShuffleId shuffle, Transfer transfer) {
    return SegmentCopy.first(shuffle, OutputId.of(transfer.getNumber()), transfer.getReceiver(), NO_HANDLER);
  }

  SegmentCopy key(Transfer transfer) {
    return key(shuffle, transfer);
  }

  /** The outgoing transfer that a segment is. */
  Optional<Transfer> find(SegmentCopy key) {
    return Optional.ofNullable(outgoing.get(key.output().producer())).filter(transfer -> key.equals(key(transfer)));
  }
}
