package dev.terra.agent.wire;

import com.google.common.hash.Hashing;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Objects;

/**
 * Names a segment for good: one partition of one output, or some neighbouring ones, as kept by one handler. What it stands for never
 * changes, so its bytes may come from anywhere at any time.
 *
 * @param originIp which handler has it: its address, an IP literal, and where several share one, after a slash its service
 */
public record SegmentId(ShuffleId shuffle, OutputId output, Partitions partitions, String originIp) {
  /** Checks presence. */
  public SegmentId {
    Objects.requireNonNull(shuffle, "shuffle");
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(partitions, "partitions");
    Objects.requireNonNull(originIp, "originIp");
  }

  /** The segment of one partition, whose number is 0 or more. */
  public SegmentId(ShuffleId shuffle, OutputId output, int partition, String originIp) {
    this(shuffle, output, Partitions.one(partition), originIp);
  }

  /** The number of its partition, or of the first one. */
  public int partition() {
    return partitions.first();
  }

  /** A number for its name; two of many thousands hardly ever have the same. */
  public long number() {
    return Hashing.murmur3_128().newHasher().putUnencodedChars(shuffle.value()).putUnencodedChars(originIp)
        .putInt(output.producer()).putInt(output.attempt()).putInt(output.output()).putInt(output.spill())
        .putInt(partitions.first()).putInt(partitions.count()).hash().asLong();
  }

  @Override
  public String toString() {
    return shuffle + "/" + output + "/" + partitions + "@" + originIp;
  }
}
