package dev.terra.lab.engine;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/** Writes lines of text as input. The same seed gives the same file. */
final class TextInput {
  /** The bytes of a line of {@link #words}: four numbers in hexadecimal and the end of the line. */
  static final int WORD_BYTES = 4 * 16 + 1;
  /** The bytes of a line of {@link #facts}, about. */
  static final int FACT_BYTES = 4 + 13 + 4 * 16 + 1;
  /** The bytes of a line of {@link #pairs} in a shuffle: both numbers as key, one as value, and their lengths. */
  static final int SHUFFLED_PAIR_BYTES = 14;
  /** The number of distinct names that facts refer to. */
  static final int NAMES = 1_000;
  private static final int FIRSTS = 10_000;
  private static final int HEX = 16;

  private TextInput() {}

  /** Writes lines of two whole numbers; the first has few distinct values. */
  static void pairs(Path file, long rows, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      for (long i = 0; i < rows; i++) {
        out.write(random.nextInt(FIRSTS) + " " + random.nextInt() + "\n");
      }
    }
  }

  /** Writes one word a line, drawn from a number of distinct words. */
  static void words(Path file, long words, long different, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      for (long i = 0; i < words; i++) {
        filler(out, new SplittableRandom(random.nextLong(different)));
        out.write('\n');
      }
    }
  }

  /** Writes lines {@code name-key TAB id TAB text}. The ids begin with {@code firstId} and are distinct. */
  static void facts(Path file, long rows, long firstId, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      for (long i = 0; i < rows; i++) {
        out.write(random.nextInt(NAMES) + "\t" + String.format(Locale.ROOT, "%012d", firstId + i) + "\t");
        filler(out, random);
        out.write('\n');
      }
    }
  }

  /**
   * Writes lines {@code name-key TAB name} for every {@code step}-th key, beginning with {@code first}: sites share the
   * keys among themselves.
   */
  static void names(Path file, int first, int step) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      for (int key = first; key < NAMES; key += step) {
        out.write(key + "\tname-of-" + key + "\n");
      }
    }
  }

  private static void filler(BufferedWriter out, SplittableRandom random) throws IOException {
    for (int i = 0; i < (WORD_BYTES - 1) / HEX; i++) {
      String digits = Long.toHexString(random.nextLong());
      out.write("0".repeat(HEX - digits.length()));
      out.write(digits);
    }
  }
}
