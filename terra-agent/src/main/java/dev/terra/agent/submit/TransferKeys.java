package dev.terra.agent.submit;

import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;

/** Determines the segments as which transfers are sent. It has no state. */
final class TransferKeys {
  /**
   * The placeholder for a handler's address, a shuffle's user and an output's name. Transfers have none of these, but in a segment that can
   * be read they must not be empty.
   */
  static final String NO_HANDLER = "submitted";

  private TransferKeys() {}

  /** Returns the segment as which a transfer of a shuffle is sent. */
  static SegmentCopy of(ShuffleId shuffle, Transfer transfer) {
    return SegmentCopy.first(shuffle, OutputId.of(transfer.getNumber()), transfer.getReceiver(), NO_HANDLER);
  }
}
