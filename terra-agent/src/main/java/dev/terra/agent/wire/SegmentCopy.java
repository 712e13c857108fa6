package dev.terra.agent.wire;

import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Objects;

/**
 * A segment for one of its readers at a site: what is sent, received and accounted. A segment has one reader at most, except in a
 * broadcast, whose readers at a site get a copy each.
 *
 * @param readerIndex which reader at its site, see {@link ReaderId#index}
 */
public record SegmentCopy(SegmentId segment, int readerIndex) {
  /** Checks presence and range. */
  public SegmentCopy {
    Objects.requireNonNull(segment, "segment");
    if (readerIndex < 0) {
      throw new IllegalArgumentException("a reader's index is 0 or more, got " + readerIndex);
    }
  }

  /** The copy for the only or first reader. */
  public static SegmentCopy first(ShuffleId shuffle, OutputId output, int partition, String originIp) {
    return new SegmentCopy(new SegmentId(shuffle, output, partition, originIp), 0);
  }

  /** What a description is about; one that is malformed is refused. */
  public static SegmentCopy of(SegmentMeta meta) {
    return new SegmentCopy(new SegmentId(new ShuffleId(meta.getShuffle()), OutputId.of(meta.getOutput()),
        Partitions.of(meta.getPartition(), meta.getPartitionCount()), meta.getOriginIp()), meta.getReader());
  }

  /** What the i-th output of a request is about; one that is malformed is refused. */
  public static SegmentCopy of(SegmentRequest request, int i) {
    return new SegmentCopy(new SegmentId(new ShuffleId(request.getShuffle()), OutputId.of(request.getOutputs(i)),
        Partitions.of(request.getPartition(), request.getPartitionCount()), request.getOriginIp()), request.getReader());
  }

  /** Whether it is one of many that an output may be asked for: a copy for a further reader, or some partitions together. */
  public boolean isFurther() {
    return readerIndex > 0 || segment.partitions().countToSay() != 0;
  }

  /** A copy of this segment for another reader. */
  public SegmentCopy forReader(int index) {
    return new SegmentCopy(segment, index);
  }

  /** A description of it, for more to be said. */
  public SegmentMeta.Builder describe() {
    return SegmentMeta.newBuilder().setShuffle(shuffle().value()).setPartition(segment.partition())
        .setPartitionCount(segment.partitions().countToSay()).setReader(readerIndex)
        .setOutput(output().toMessage()).setOriginIp(originIp());
  }

  /** A request of its reader to its origin, without any output yet. */
  public SegmentRequest.Builder request() {
    return SegmentRequest.newBuilder().setShuffle(shuffle().value()).setPartition(segment.partition())
        .setPartitionCount(segment.partitions().countToSay()).setReader(readerIndex).setOriginIp(originIp());
  }

  /** The shuffle that it belongs to. */
  public ShuffleId shuffle() {
    return segment.shuffle();
  }

  /** The output that it is a part of. */
  public OutputId output() {
    return segment.output();
  }

  /** Who reads it. */
  public ReaderId reader() {
    return new ReaderId(segment.partition(), readerIndex);
  }

  /** Which handler has it. */
  public String originIp() {
    return segment.originIp();
  }

  @Override
  public String toString() {
    return readerIndex == 0 ? segment.toString() : segment + "#" + readerIndex;
  }
}
