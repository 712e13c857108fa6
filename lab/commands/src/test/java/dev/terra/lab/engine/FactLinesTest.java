package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactLinesTest {
  private static final int BYTES = 300_000;

  @TempDir Path folder;

  private List<String> next(FactLines lines, String name, long bytes) throws IOException {
    Path file = folder.resolve(name);
    lines.write(file, bytes);
    return Files.readAllLines(file);
  }

  @Test
  void filesGoOnWhereTheOneBeforeEnded() throws IOException {
    FactLines lines = new FactLines();
    List<String> all = next(new FactLines(), "all", 2 * BYTES);

    List<String> first = next(lines, "first", BYTES);
    List<String> second = next(lines, "second", BYTES);

    assertThat(first).isEqualTo(all.subList(0, first.size()));
    assertThat(second).startsWith(all.get(first.size()));
    assertThat(new HashSet<>(all)).as("no two are equal").hasSameSizeAs(all);
  }

  @Test
  void aFileIsAsMuchAsIsShuffledOfIt() throws IOException {
    List<String> lines = next(new FactLines(), "lines", BYTES);

    long shuffled = lines.stream().mapToLong(line -> line.length() + FactLines.RECORD_BYTES).sum();
    assertThat(shuffled).isBetween((long) BYTES, BYTES + 500L);
  }

  /** With a tab, a part of the line would be a value, and the order of such values is undefined. */
  @Test
  void aLineIsAllKey() throws IOException {
    assertThat(next(new FactLines(), "lines", BYTES)).allSatisfy(line -> assertThat(line).contains("|").doesNotContain("\t"));
  }

  @Test
  void linesShrinkAsTextDoes() throws IOException {
    Path file = folder.resolve("lines");
    new FactLines().write(file, BYTES);
    Deflater deflater = new Deflater();
    deflater.setInput(Files.readAllBytes(file));
    deflater.finish();
    int shrunk = deflater.deflate(new byte[BYTES]);
    deflater.end();

    assertThat((double) Files.size(file) / shrunk).isBetween(2.0, 4.5);
  }
}
