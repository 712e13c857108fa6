package dev.terra.agent.wire;

import dev.terra.core.shuffle.ShuffleId;
import java.util.Objects;

/**
 * Names a segment for good: one partition of one output, as kept by the handler at one address. What it stands for never changes,
 * so its bytes may come from anywhere at any time.
 *
 * @param partition 0 or more
 * @param originIp the address of the handler that has it, an IP literal
 */
public record SegmentId(ShuffleId shuffle, OutputId output, int partition, String originIp) {
  /** Checks presence and range. */
  public SegmentId {
    Objects.requireNonNull(shuffle, "shuffle");
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(originIp, "originIp");
    if (partition < 0) {
      throw new IllegalArgumentException("a partition's number is 0 or more, got " + partition);
    }
  }

  @Override
  public String toString() {
    return shuffle + "/" + output + "/" + partition + "@" + originIp;
  }
}
