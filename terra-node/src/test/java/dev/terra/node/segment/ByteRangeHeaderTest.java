package dev.terra.node.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeHeaderTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({"bytes=0-9,0,9", "bytes=0-99,0,99", "bytes=0-100,0,99", "bytes=40-,40,99", "bytes=99-,99,99", "bytes=7-7,7,7"})
  void aRangeEndsWithTheBody(String field, long first, long last) {
    assertThat(ByteRangeHeader.within(field, 100)).hasValueSatisfying(range -> {
      assertThat(range).isEqualTo(new ByteRangeHeader(first, last));
      assertThat(range.length()).isEqualTo(last - first + 1);
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bytes=-9", "bytes=100-", "bytes=9-8", "bytes=0-9,20-29", "bytes=1234567890123456789-", "items=0-9"})
  void othersAreNone(String field) {
    assertThat(ByteRangeHeader.within(field, 100)).isEmpty();
  }

  @Test
  void aChecksumIsThatOfItsBytesWhateverTheyTakeToRead() throws IOException {
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);
    Path path = Files.write(folder.resolve("data"), bytes);
    try (FileChannel file = FileChannel.open(path)) {
      OpenSegment segment = new OpenSegment(file, 1_000, 299_000);
      for (int[] range : new int[][] {{0, 1}, {5, 131_072}, {7, 131_073}, {0, 299_000}}) {
        CRC32C expected = new CRC32C();
        expected.update(Arrays.copyOfRange(bytes, 1_000 + range[0], 1_000 + range[0] + range[1]));
        assertThat(segment.checksum(range[0], range[1])).isEqualTo((int) expected.getValue());
      }
      assertThatThrownBy(() -> segment.checksum(298_999, 2)).isInstanceOf(EOFException.class).hasMessageContaining("300000");
    }
  }
}
