package dev.terra.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.shuffle.ShuffleId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that what is sent has a name, and that names do not change on the wire. */
class WireNamesTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("s");

  private static SegmentCopy copy(OutputId output, Partitions partitions, int reader) {
    return new SegmentCopy(new SegmentId(SHUFFLE, output, partitions, "10.0.0.1"), reader);
  }

  @Property(tries = 100)
  void descriptionsAndRequestsNameTheSame(
      @ForAll @IntRange(min = 0) int producer, @ForAll @IntRange(min = 0) int attempt, @ForAll @IntRange(min = 0) int output,
      @ForAll @IntRange(min = 0, max = 1_000_000) int first, @ForAll @IntRange(min = 1, max = 1000) int count) {
    OutputId id = new OutputId(producer, attempt, output, 3);
    SegmentCopy copy = copy(id, new Partitions(first, count), output);

    assertThat(SegmentCopy.of(copy.describe().build())).isEqualTo(copy);
    SegmentRequest request = copy.request().addOutputs(OutputId.of(1).toMessage()).addOutputs(id.toMessage()).build();
    assertThat(SegmentCopy.of(request, 1)).isEqualTo(copy);
    assertThat(SegmentCopy.of(request, 0).output()).isEqualTo(OutputId.of(1));
    assertThat(OutputId.of(id.toMessage())).isEqualTo(id);
  }

  @Test
  void onePartitionIsSaidWithoutACount() {
    SegmentMeta one = copy(OutputId.of(1), Partitions.one(5), 0).describe().build();
    assertThat(one.getPartitionCount()).isZero();
    assertThat(copy(OutputId.of(1), Partitions.one(5), 0).request().getPartitionCount()).isZero();
    assertThat(copy(OutputId.of(1), new Partitions(5, 2), 0).describe().getPartitionCount()).isEqualTo(2);
    assertThat(Partitions.of(5, 0)).isEqualTo(Partitions.one(5));
    assertThat(Partitions.of(5, 1)).isEqualTo(Partitions.one(5));
    assertThat(Partitions.of(5, 2).end()).isEqualTo(7);
  }

  @Test
  void partitionsAreNeighboursWithNumbers() {
    assertThat(new Partitions(3, 4)).hasToString("3-6");
    assertThat(Partitions.one(3)).hasToString("3");
    assertThat(new Partitions(0, Integer.MAX_VALUE).end()).isEqualTo(Integer.MAX_VALUE);
    assertThat(new Partitions(1, Integer.MAX_VALUE - 1).end()).isEqualTo(Integer.MAX_VALUE);
    assertThatThrownBy(() -> new Partitions(-1, 1)).hasMessageContaining("0 or more, got -1");
    assertThatThrownBy(() -> new Partitions(0, 0)).hasMessageContaining("from 0 on, got 0");
    assertThatThrownBy(() -> new Partitions(2, Integer.MAX_VALUE - 1)).hasMessageContaining("one or more partitions");
  }

  @Test
  void outputsAreNumbered() {
    assertThat(OutputId.of(7)).isEqualTo(new OutputId(7, 0, 0, 0)).hasToString("7.0");
    assertThat(new OutputId(7, 1, 2, 3)).hasToString("7.1.2+3");
    assertThat(new OutputId(7, 1, 0, 3)).hasToString("7.1+3");
    assertThat(new OutputId(0, 0, 0, 0)).isEqualTo(OutputId.of(ProducerOutput.getDefaultInstance()));
    for (int[] numbers : new int[][] {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}}) {
      assertThatThrownBy(() -> new OutputId(numbers[0], numbers[1], numbers[2], numbers[3]))
          .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("-1");
    }
  }

  @Test
  void readersAreInTheOrderOfPartitions() {
    assertThat(new ReaderId(1, 5)).isLessThan(new ReaderId(2, 0)).isGreaterThan(new ReaderId(1, 4))
        .isEqualByComparingTo(new ReaderId(1, 5)).hasToString("1#5");
    assertThat(new ReaderId(3, 0)).hasToString("3");
    assertThatThrownBy(() -> new ReaderId(-1, 0)).hasMessageContaining("partition -1");
    assertThatThrownBy(() -> new ReaderId(0, -1)).hasMessageContaining("reader -1");
  }

  @Test
  void aCopyIsOfASegmentForAReader() {
    SegmentCopy first = SegmentCopy.first(SHUFFLE, OutputId.of(4), 9, "10.0.0.1");
    assertThat(first.shuffle()).isEqualTo(SHUFFLE);
    assertThat(first.output()).isEqualTo(OutputId.of(4));
    assertThat(first.originIp()).isEqualTo("10.0.0.1");
    assertThat(first.reader()).isEqualTo(new ReaderId(9, 0));
    assertThat(first.segment().partition()).isEqualTo(9);
    assertThat(first).hasToString("s/4.0/9@10.0.0.1");
    assertThat(first.forReader(2)).hasToString("s/4.0/9@10.0.0.1#2").isEqualTo(copy(OutputId.of(4), Partitions.one(9), 2));
    assertThat(first.forReader(2).reader()).isEqualTo(new ReaderId(9, 2));
    assertThatThrownBy(() -> first.forReader(-1)).hasMessageContaining("got -1");
  }

  @ParameterizedTest
  @EnumSource(FrameType.class)
  void aTypeIsFoundByItsCode(FrameType type) {
    assertThat(FrameType.of(type.code())).hasValue(type);
    assertThat(type.code()).isBetween(1, 255);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 17, 255})
  void otherCodesAreNone(int code) {
    assertThat(FrameType.of(code)).isEmpty();
  }

  @Test
  void rangesOfASegmentGrowTogether() {
    RangeChecksums checksums = new RangeChecksums();
    assertThat(checksums.missing(0, 10)).containsExactly(new ByteRange(0, 10));
    checksums.add(4, 6, 1);
    checksums.add(0, 2, 2);
    assertThat(checksums.missing(0, 10)).containsExactly(new ByteRange(2, 4), new ByteRange(6, 10));
    assertThat(checksums.upTo(2)).hasValue(2);
    assertThat(checksums.upTo(6)).isEmpty();
    checksums.add(2, 4, 3);
    assertThat(checksums.upTo(6)).hasValue(Checksum.combine(Checksum.combine(2, 3, 2), 1, 2));
    assertThat(checksums.upTo(2)).as("only of what has grown together").isEmpty();
    assertThatThrownBy(() -> checksums.add(5, 7, 1)).hasMessageContaining("bytes 5..7 have a checksum already");
  }
}
