package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class GeneratedBytesTest {
  @Property
  void aPartIsThatPartOfTheWhole(@ForAll long seed, @ForAll @IntRange(max = 300) int start, @ForAll @IntRange(max = 300) int length) {
    byte[] whole = GeneratedBytes.of(seed, 0, 700);
    assertThat(GeneratedBytes.of(seed, start, length)).isEqualTo(Arrays.copyOfRange(whole, start, start + length));
  }

  @Property
  void farOffsetsWork(@ForAll @LongRange(min = 1L << 33, max = 1L << 40) long start) {
    byte[] two = GeneratedBytes.of(5, start, 64);
    assertThat(GeneratedBytes.of(5, start + 17, 20)).isEqualTo(Arrays.copyOfRange(two, 17, 37));
  }

  @Test
  void otherSeedsGiveOtherBytes() {
    assertThat(GeneratedBytes.of(1, 0, 64)).isNotEqualTo(GeneratedBytes.of(2, 0, 64));
  }
}
