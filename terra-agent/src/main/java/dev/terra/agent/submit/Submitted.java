package dev.terra.agent.submit;

import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.Transfer;
import java.util.LinkedHashMap;
import java.util.Map;

/** One submitted shuffle as this site knows it. On the agent's thread. */
final class Submitted {
  /** What stands for the handler's address and the job's user, which are not empty for anything that can be read: there are none. */
  static final String NO_HANDLER = "submitted";

  private final String shuffle;
  private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
  private final Map<Integer, Transfer> outgoing = new LinkedHashMap<>();
  private final Map<Integer, Inbound> inbound = new LinkedHashMap<>();

  Submitted(String shuffle) {
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
  Map<Integer, Inbound> inbound() {
    return inbound;
  }

  /** The segment that a transfer is. */
  static SegmentKey key(String shuffle, Transfer transfer) {
    return new SegmentKey(shuffle, Integer.toString(transfer.getNumber()), transfer.getReceiver(), NO_HANDLER);
  }

  SegmentKey key(Transfer transfer) {
    return key(shuffle, transfer);
  }

  /** The outgoing transfer that a segment is; null if there is none. */
  Transfer find(SegmentKey key) {
    try {
      Transfer transfer = outgoing.get(Integer.parseInt(key.map()));
      return transfer != null && transfer.getReceiver() == key.reduce() ? transfer : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
