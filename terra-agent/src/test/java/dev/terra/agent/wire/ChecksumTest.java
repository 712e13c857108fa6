package dev.terra.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests that the checksums of parts give the checksum of the whole. */
class ChecksumTest {
  @Test
  void isCrc32c() {
    assertThat(Checksum.of("123456789".getBytes(java.nio.charset.StandardCharsets.US_ASCII))).isEqualTo(0xE3069283);
  }

  @Property
  void twoPartsGiveTheWhole(@ForAll byte[] first, @ForAll byte[] second) {
    byte[] whole = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, whole, first.length, second.length);
    assertThat(Checksum.combine(Checksum.of(first), Checksum.of(second), second.length)).isEqualTo(Checksum.of(whole));
  }

  @Test
  void lengthsBeyondAnIntWork() {
    long length = 5L << 30;
    int zeros = Checksum.combine(0, 0, length);
    assertThat(zeros).isZero();
    int once = Checksum.combine(0x12345678, 0, length);
    int inSteps = 0x12345678;
    for (int i = 0; i < 5; i++) {
      inSteps = Checksum.combine(inSteps, 0, 1L << 30);
    }
    assertThat(inSteps).isEqualTo(once);
  }

  @Property
  void rangesInAnyOrderGiveTheWhole(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[1 + random.nextInt(5_000)];
    random.nextBytes(bytes);
    List<int[]> ranges = new ArrayList<>();
    for (int start = 0; start < bytes.length; ) {
      int end = Math.min(bytes.length, start + 1 + random.nextInt(900));
      ranges.add(new int[] {start, end});
      start = end;
    }
    Collections.shuffle(ranges, random);
    RangeChecksums checksums = new RangeChecksums();
    for (int[] range : ranges) {
      assertThat(checksums.upTo(bytes.length)).isEmpty();
      checksums.add(range[0], range[1], Checksum.of(bytes, range[0], range[1] - range[0]));
    }
    assertThat(checksums.upTo(bytes.length)).contains(Checksum.of(bytes));
    assertThat(checksums.missing(0, bytes.length + 1L)).hasSize(1);
  }

  @Test
  void noByteIsCountedTwice() {
    RangeChecksums checksums = new RangeChecksums();
    checksums.add(10, 20, 1);
    assertThatThrownBy(() -> checksums.add(15, 25, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(checksums.upTo(20)).isEmpty();
    assertThat(checksums.upTo(0)).contains(0);
  }
}
