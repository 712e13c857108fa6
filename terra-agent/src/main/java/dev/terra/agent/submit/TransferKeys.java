package dev.terra.agent.submit;

import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;

/** The segments that transfers are. Pure. */
final class TransferKeys {
  /**
   * What stands for the handler's address, the shuffle's user and the output's name, which are not empty for anything that can be read:
   * there are none.
   */
  static final String NO_HANDLER = "submitted";

  private TransferKeys() {}

  /** The segment that a transfer of a shuffle is. */
  static SegmentCopy of(ShuffleId shuffle, Transfer transfer) {
    return SegmentCopy.first(shuffle, OutputId.of(transfer.getNumber()), transfer.getReceiver(), NO_HANDLER);
  }
}
