package dev.terra.agent.wire;

import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Objects;

/**
 * A segment for one of its readers at a site: the unit that is sent, received and accounted for. A segment has one reader at most, except
 * in a broadcast, where each reader at a site gets a copy of its own.
 *
 * @param readerIndex the reader's number at its site, see {@link ReaderId#index}
 */
public record SegmentCopy(SegmentId segment, int readerIndex) {
  /** Checks that the segment is present, and the range. */
  public SegmentCopy {
    Objects.requireNonNull(segment, "segment");
    if (readerIndex < 0) {
      throw new IllegalArgumentException("a reader's index is 0 or more, got " + readerIndex);
    }
  }

  /** Returns the copy for the only or first reader. */
  public static SegmentCopy first(ShuffleId shuffle, OutputId output, int partition, String originIp) {
    return new SegmentCopy(new SegmentId(shuffle, output, partition, originIp), 0);
  }

  /** Returns the segment that a description is about; throws an exception if the description is malformed. */
  public static SegmentCopy of(SegmentMeta meta) {
    return new SegmentCopy(new SegmentId(new ShuffleId(meta.getShuffle()), OutputId.of(meta.getOutput()),
        Partitions.of(meta.getPartition(), meta.getPartitionCount()), meta.getOriginIp()), meta.getReader());
  }

  /** Returns the segment of the i-th output of a request; throws an exception if the request is malformed. */
  public static SegmentCopy of(SegmentRequest request, int i) {
    return new SegmentCopy(new SegmentId(new ShuffleId(request.getShuffle()), OutputId.of(request.getOutputs(i)),
        Partitions.of(request.getPartition(), request.getPartitionCount()), request.getOriginIp()), request.getReader());
  }

  /**
   * Returns whether it is one of many copies that may be requested of an output: a copy for a further reader, or several partitions
   * together.
   */
  public boolean isFurther() {
    return readerIndex > 0 || segment.partitions().countToSay() != 0;
  }

  /** Returns a copy of this segment for another reader. */
  public SegmentCopy forReader(int index) {
    return new SegmentCopy(segment, index);
  }

  /** Returns a description of the segment, to which fields can be added. */
  public SegmentMeta.Builder describe() {
    return SegmentMeta.newBuilder().setShuffle(shuffle().value()).setPartition(segment.partition())
        .setPartitionCount(segment.partitions().countToSay()).setReader(readerIndex)
        .setOutput(output().toMessage()).setOriginIp(originIp());
  }

  /** Returns a request of its reader to its origin, to which outputs have to be added. */
  public SegmentRequest.Builder request() {
    return SegmentRequest.newBuilder().setShuffle(shuffle().value()).setPartition(segment.partition())
        .setPartitionCount(segment.partitions().countToSay()).setReader(readerIndex).setOriginIp(originIp());
  }

  /** Returns the shuffle that it belongs to. */
  public ShuffleId shuffle() {
    return segment.shuffle();
  }

  /** Returns the output that it is a part of. */
  public OutputId output() {
    return segment.output();
  }

  /** Returns its reader. */
  public ReaderId reader() {
    return new ReaderId(segment.partition(), readerIndex);
  }

  /** Returns the handler that has it, see {@link SegmentId}. */
  public String originIp() {
    return segment.originIp();
  }

  @Override
  public String toString() {
    return readerIndex == 0 ? segment.toString() : segment + "#" + readerIndex;
  }
}
