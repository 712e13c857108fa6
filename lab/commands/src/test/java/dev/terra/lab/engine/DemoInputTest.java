package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoInputTest {
  @TempDir Path directory;

  @Test
  void theSameSeedGivesTheSameRows() throws IOException {
    Path one = directory.resolve("one");
    Path two = directory.resolve("two");
    Path other = directory.resolve("other");
    DemoInput.write(one, 1_000, 42);
    DemoInput.write(two, 1_000, 42);
    DemoInput.write(other, 1_000, 43);
    assertThat(Files.size(one)).isEqualTo(1_000 * DemoInput.ROW_BYTES);
    assertThat(Files.mismatch(one, two)).isEqualTo(-1);
    assertThat(Files.mismatch(one, other)).isLessThan(10);
  }

  @Test
  void rowsArePrintable() throws IOException {
    Path file = directory.resolve("rows");
    DemoInput.write(file, 100, 7);
    for (byte value : Files.readAllBytes(file)) {
      assertThat(value).isBetween((byte) ' ', (byte) '~');
    }
  }
}
