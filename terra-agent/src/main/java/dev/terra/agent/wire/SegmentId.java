package dev.terra.agent.wire;

import com.google.common.hash.Hashing;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Objects;

/**
 * The permanent name of a segment: one partition or several adjacent partitions of one output that one handler keeps. A name always stands
 * for the same bytes, so they may come from any place at any time.
 *
 * @param originIp the handler that has it: its address, an IP literal, followed by a slash and its service where several handlers share the
 *     address
 */
public record SegmentId(ShuffleId shuffle, OutputId output, Partitions partitions, String originIp) {
  /** Checks that all components are present. */
  public SegmentId {
    Objects.requireNonNull(shuffle, "shuffle");
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(partitions, "partitions");
    Objects.requireNonNull(originIp, "originIp");
  }

  /** Creates the name of the segment of one partition, whose number is 0 or more. */
  public SegmentId(ShuffleId shuffle, OutputId output, int partition, String originIp) {
    this(shuffle, output, Partitions.one(partition), originIp);
  }

  /** Returns the number of its partition, or of the first of several. */
  public int partition() {
    return partitions.first();
  }

  /** Returns a hash of the name. Among many thousands of names, two hardly ever have the same hash. */
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
