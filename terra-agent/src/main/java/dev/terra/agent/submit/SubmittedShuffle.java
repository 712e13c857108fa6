package dev.terra.agent.submit;

import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.Transfer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One submitted shuffle as this site knows it. On the agent's thread. */
final class SubmittedShuffle {
  /** What stands for the handler's address and the job's user, which are not empty for anything that can be read: there are none. */
  static final String NO_HANDLER = "submitted";

  private final String shuffle;
  private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
  private final Map<Integer, Transfer> outgoing = new LinkedHashMap<>();
  private final Map<Integer, TransferReceiver> receiving = new LinkedHashMap<>();

  SubmittedShuffle(String shuffle) {
    this.shuffle = shuffle;
  }

  String shuffle() {
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
  static SegmentKey key(String shuffle, Transfer transfer) {
    return new SegmentKey(shuffle, Integer.toString(transfer.getNumber()), transfer.getReceiver(), NO_HANDLER);
  }

  SegmentKey key(Transfer transfer) {
    return key(shuffle, transfer);
  }

  /** The outgoing transfer that a segment is. */
  Optional<Transfer> find(SegmentKey key) {
    try {
      return Optional.ofNullable(outgoing.get(Integer.parseInt(key.map())))
          .filter(transfer -> transfer.getReceiver() == key.reduce());
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
