package dev.terra.lab.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BedOutputTest {
  @Test
  void partitionsAreTextWhoseWordsAreFoundAndWhoseBytesAreTheirNumbersOwn(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("output");
    BedOutput.write(file);
    byte[] all = Files.readAllBytes(file);
    byte[] third = Arrays.copyOfRange(all, 3 * BedNode.PART_BYTES, 4 * BedNode.PART_BYTES);

    assertThat(all).hasSize(BedNode.PARTITIONS * BedNode.PART_BYTES);
    assertThat(BedOutput.wordsIn(third)).isEqualTo(12);
    assertThat(BedOutput.wordsIn(new byte[1_000])).isZero();
    assertThat(BedOutput.isEndOf(third, 3, 1)).isTrue();
    assertThat(BedOutput.isEndOf(third, 2, 1)).isFalse();
    third[third.length / 2] ^= 1;
    assertThat(BedOutput.isEndOf(third, 3, 1)).isFalse();
  }
}
