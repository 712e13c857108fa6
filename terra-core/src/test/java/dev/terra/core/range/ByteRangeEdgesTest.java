package dev.terra.core.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.range.ByteRanges.ByteRange;
import org.junit.jupiter.api.Test;

class ByteRangeEdgesTest {
  @Test
  void aRangeHasBytes() {
    assertThat(new ByteRange(0, 1).length()).isEqualTo(1);
    assertThat(new ByteRange(5, 9).length()).isEqualTo(4);
    assertThatThrownBy(() -> new ByteRange(4, 4)).hasMessageContaining("0 <= start < end");
    assertThatThrownBy(() -> new ByteRange(-1, 4)).hasMessageContaining("0 <= start < end");
  }

  @Test
  void noneAreAddedOrRemovedOutOfOrder() {
    ByteRanges ranges = new ByteRanges();
    ranges.add(0, 10);

    assertThatThrownBy(() -> ranges.add(3, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ranges.remove(3, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ranges.remove(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThat(ranges).hasToString("[ByteRange[start=0, end=10]]");
  }

  @Test
  void rangesThatTouchAreNotPartOfOneAnother() {
    ByteRanges ranges = new ByteRanges();
    ranges.add(10, 20);

    assertThat(ranges.present(0, 10)).isZero();
    assertThat(ranges.present(20, 30)).isZero();
    assertThat(ranges.remove(20, 30)).isZero();
    assertThat(ranges.first(0, 10)).isEmpty();
    assertThat(ranges.missing(10, 20)).isEmpty();
    assertThat(ranges.missing(0, 10)).containsExactly(new ByteRange(0, 10));
    assertThat(ranges.add(20, 30)).isEqualTo(10);
    assertThat(ranges.asList()).containsExactly(new ByteRange(10, 30));
  }
}
