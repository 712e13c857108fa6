package dev.terra.core.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangesTest {
  @Test
  void countsOnlyNewBytes() {
    ByteRanges ranges = new ByteRanges();
    assertThat(ranges.add(0, 10)).isEqualTo(10);
    assertThat(ranges.add(5, 15)).isEqualTo(5);
    assertThat(ranges.add(0, 15)).isZero();
    assertThat(ranges.size()).isEqualTo(15);
    assertThat(ranges.asList()).containsExactly(new ByteRange(0, 15));
  }

  @Test
  void joinsNeighboursAndFindsGaps() {
    ByteRanges ranges = new ByteRanges();
    ranges.add(0, 4);
    ranges.add(8, 12);
    assertThat(ranges.contiguousEnd(0)).isEqualTo(4);
    assertThat(ranges.contiguousEnd(4)).isEqualTo(4);
    assertThat(ranges.missing(0, 16)).containsExactly(new ByteRange(4, 8), new ByteRange(12, 16));
    ranges.add(4, 8);
    assertThat(ranges.contiguousEnd(0)).isEqualTo(12);
    assertThat(ranges.containsAll(0, 12)).isTrue();
    assertThat(ranges.containsAll(0, 13)).isFalse();
  }

  @Test
  void offsetsAre64Bit() {
    ByteRanges ranges = new ByteRanges();
    long huge = 1L << 40;
    ranges.add(huge, huge + 3);
    assertThat(ranges.size()).isEqualTo(3);
    assertThat(ranges.contiguousEnd(huge)).isEqualTo(huge + 3);
  }

  @Test
  void refusesEmptyAndNegativeRanges() {
    ByteRanges ranges = new ByteRanges();
    assertThatThrownBy(() -> ranges.add(3, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ranges.add(-1, 3)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithABitSet(long seed) {
    Random random = new Random(seed);
    ByteRanges ranges = new ByteRanges();
    BitSet expected = new BitSet();
    for (int i = 0; i < 2_000; i++) {
      int start = random.nextInt(500);
      int end = start + 1 + random.nextInt(40);
      int before = expected.cardinality();
      if (random.nextInt(3) == 0) {
        expected.clear(start, end);
        assertThat(ranges.remove(start, end)).as("seed %d", seed).isEqualTo(before - expected.cardinality());
      } else {
        expected.set(start, end);
        assertThat(ranges.add(start, end)).as("seed %d", seed).isEqualTo(expected.cardinality() - before);
      }
      assertThat(ranges.size()).as("seed %d", seed).isEqualTo(expected.cardinality());
      assertThat(ranges.contiguousEnd(start)).as("seed %d", seed).isEqualTo(expected.nextClearBit(start));
      int from = random.nextInt(540);
      checkWindow(ranges, expected, from, from + random.nextInt(100));
    }
  }

  private static void checkWindow(ByteRanges ranges, BitSet expected, int start, int end) {
    BitSet inside = expected.get(start, end);
    assertThat(ranges.present(start, end)).isEqualTo(inside.cardinality());
    assertThat(ranges.containsAll(start, end)).isEqualTo(inside.cardinality() == end - start);
    List<ByteRange> missing = new ArrayList<>();
    for (int at = expected.nextClearBit(start); at < end; at = expected.nextClearBit(at)) {
      int next = expected.nextSetBit(at);
      int gapEnd = next < 0 ? end : Math.min(end, next);
      missing.add(new ByteRange(at, gapEnd));
      at = gapEnd;
    }
    assertThat(ranges.missing(start, end)).isEqualTo(missing);
    int first = expected.nextSetBit(start);
    assertThat(ranges.first(start, end)).isEqualTo(first < 0 || first >= end
        ? Optional.empty() : Optional.of(new ByteRange(first, Math.min(end, expected.nextClearBit(first)))));
  }

  @Test
  void theLastOffsetOfAllIsOneLikeAnother() {
    ByteRanges ranges = new ByteRanges();
    ranges.add(10, Long.MAX_VALUE);
    assertThat(ranges.missing(0, Long.MAX_VALUE)).containsExactly(new ByteRange(0, 10));
    assertThat(ranges.remove(20, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE - 20);
    assertThat(ranges.asList()).containsExactly(new ByteRange(10, 20));
  }
}
