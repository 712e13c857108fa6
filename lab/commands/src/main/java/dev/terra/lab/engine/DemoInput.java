package dev.terra.lab.engine;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Input in the format of Hadoop's TeraGen: rows of 100 bytes, of which the first 10 are the key. Keys are uniform over
 * printable ASCII, so that every reducer of a total-order sort gets the same share. The same seed gives the same file.
 */
final class DemoInput {
  static final int ROW_BYTES = 100;
  private static final int KEY_BYTES = 10;
  private static final int FIRST_PRINTABLE = ' ';
  private static final int PRINTABLE = '~' - ' ' + 1;

  private DemoInput() {}

  /** Writes a number of rows to a file. */
  static void write(Path file, long rows, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] row = new byte[ROW_BYTES];
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      for (long i = 0; i < rows; i++) {
        fill(row, i, random);
        out.write(row);
      }
    }
  }

  private static void fill(byte[] row, long number, SplittableRandom random) {
    for (int i = 0; i < KEY_BYTES; i++) {
      row[i] = (byte) (FIRST_PRINTABLE + random.nextInt(PRINTABLE));
    }
    byte[] text = String.format(Locale.ROOT, "  %020d  ", number).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(text, 0, row, KEY_BYTES, text.length);
    long filler = random.nextLong();
    for (int i = KEY_BYTES + text.length; i < ROW_BYTES; i++) {
      row[i] = (byte) ('A' + ((filler >>> (i % 60)) & 15));
    }
  }
}
