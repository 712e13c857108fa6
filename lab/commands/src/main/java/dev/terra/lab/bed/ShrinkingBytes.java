package dev.terra.lab.bed;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Makes bytes that shrink by about a given ratio: words of a small dictionary, the first ones more often, with runs of
 * random bytes between them. A chunk contains no long repetition, so that it takes as long to compress and to restore
 * as text does. The same seed gives the same bytes.
 */
public final class ShrinkingBytes {
  /** The largest ratio by which bytes shrink: the ratio of words alone. */
  public static final double MOST_RATIO = 4.5;
  /** The least ratio for which words are written. Below it, all bytes are random. */
  private static final double LEAST_RATIO = 1.2;
  /**
   * The share that Zstandard's level 1 leaves of a chunk of words alone, and how much it leaves of each random byte in
   * addition.
   */
  private static final double LEFT_OF_WORDS = .207;
  private static final double LEFT_OF_RANDOM = .9;
  private static final int WORDS = 64;
  private static final int SHORTEST_WORD = 3;
  private static final int LETTERS = 26;
  private static final int LETTERS_MORE = 10;
  private static final int RUN_BYTES = 16;

  private final Random random;
  private final double randomShare;
  private final byte[][] words = new byte[WORDS][];

  private ShrinkingBytes(double ratio, long seed) {
    this.random = new Random(seed);
    this.randomShare = ratio < LEAST_RATIO ? 1 : Math.max(0, (1 / ratio - LEFT_OF_WORDS) / LEFT_OF_RANDOM);
    for (int word = 0; word < WORDS; word++) {
      words[word] = word();
    }
  }

  private byte[] word() {
    StringBuilder letters = new StringBuilder();
    int length = SHORTEST_WORD + random.nextInt(LETTERS_MORE);
    for (int letter = 0; letter < length; letter++) {
      letters.append((char) ('a' + random.nextInt(LETTERS)));
    }
    return letters.append(' ').toString().getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Writes at least the given number of bytes, and at most a word or a run more.
   *
   * @param ratio of the bytes to what Zstandard's level 1 leaves of them, about; 1 to {@link #MOST_RATIO}
   */
  public static void write(Path file, double ratio, long bytes, long seed) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      new ShrinkingBytes(ratio, seed).write(out, bytes);
    }
  }

  private void write(OutputStream out, long bytes) throws IOException {
    byte[] run = new byte[RUN_BYTES];
    double randomBytes = 0;
    for (long written = 0; written < bytes;) {
      if (randomBytes <= randomShare * written) {
        random.nextBytes(run);
        out.write(run);
        written += run.length;
        randomBytes += run.length;
      } else {
        double place = random.nextDouble();
        byte[] word = words[(int) (WORDS * place * place)];
        out.write(word);
        written += word.length;
      }
    }
  }
}
