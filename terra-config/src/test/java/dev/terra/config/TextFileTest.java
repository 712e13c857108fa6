package dev.terra.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
  @TempDir
  private Path folder;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("f"), bytes);
  }

  @Test
  void aFileOfTheLargestSizeIsRead() throws IOException {
    Path file = write("\u00e9\u4e2d".getBytes(StandardCharsets.UTF_8));

    assertThat(TextFile.read(file, 5)).isEqualTo("\u00e9\u4e2d");
    assertThatThrownBy(() -> TextFile.read(file, 4)).isInstanceOf(ConfigException.class)
        .hasMessage(file + ": expected at most 4 bytes, got 5");
  }

  @Test
  void aMarkAtTheBeginningIsNoText() throws IOException {
    assertThat(TextFile.read(write("\uFEFFa".getBytes(StandardCharsets.UTF_8)), 10)).isEqualTo("a");
    assertThat(TextFile.withoutMark("a\uFEFF")).as("elsewhere it is").isEqualTo("a\uFEFF");
    assertThat(TextFile.withoutMark("")).isEmpty();
  }

  @Test
  void anEmptyFileIsAnEmptyText() throws IOException {
    assertThat(TextFile.read(write(new byte[0]), 0)).isEmpty();
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    Path cut = write(new byte[] {'a', (byte) 0xc3});

    assertThatThrownBy(() -> TextFile.read(cut, 10)).isInstanceOf(ConfigException.class).hasMessage(cut + ": is not UTF-8 text");
  }

  @Test
  void aFolderIsNoFile() {
    assertThatThrownBy(() -> TextFile.read(folder, 10)).isInstanceOf(ConfigException.class).hasMessage(folder + ": no such file");
  }
}
