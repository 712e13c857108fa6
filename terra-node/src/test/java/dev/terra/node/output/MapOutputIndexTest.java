package dev.terra.node.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MapOutputIndexTest {
  @Test
  void knowsEachPart() {
    MapOutputIndex index = new MapOutputIndex(new long[] {0, 10}, new long[] {10, 5}, new long[] {20, 7});
    assertThat(index.partitions()).isEqualTo(2);
    assertThat(index.offset(1)).isEqualTo(10);
    assertThat(index.partLength(1)).isEqualTo(5);
    assertThat(index.rawLength(1)).isEqualTo(7);
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> new MapOutputIndex(new long[] {0, -1}, new long[2], new long[2]))
        .isInstanceOf(IllegalArgumentException.class).hasMessage("negative length in the index at reducer 1");
    assertThatThrownBy(() -> new MapOutputIndex(new long[2], new long[2], new long[3]))
        .isInstanceOf(IllegalArgumentException.class).hasMessage("expected 2 values, got 3");
  }
}
