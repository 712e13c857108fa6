package dev.terra.lab.security;

import com.google.common.primitives.Bytes;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The output of the job's node: partitions of text that consists of a few words. Each partition is made from its number
 * alone.
 */
final class BedOutput {
  /**
   * The words of the text. They are so long that the probability of finding any of them in some ten million encrypted
   * bytes is one in a billion.
   */
  private static final List<byte[]> WORDS = List.of("customer", "supplier", "quantity", "discount", "delivery", "warehouse", "inventory",
      "returned", "shipment", "accounts", "department", "commodity").stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();

  private BedOutput() {}

  /** Writes all partitions to a file, one after another. */
  static void write(Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < BedNode.PARTITIONS; i++) {
        out.write(partition(i));
      }
    }
  }

  private static byte[] partition(int number) {
    Random random = new Random(number);
    byte[] text = new byte[BedNode.PART_BYTES];
    for (int at = 0; at < text.length; ) {
      byte[] word = WORDS.get(random.nextInt(WORDS.size()));
      int count = Math.min(word.length, text.length - at);
      System.arraycopy(word, 0, text, at, count);
      at += count;
      if (at < text.length) {
        text[at++] = ' ';
      }
    }
    return text;
  }

  /** Returns whether bytes end with some partitions. */
  static boolean isEndOf(byte[] bytes, int first, int count) {
    int at = bytes.length - count * BedNode.PART_BYTES;
    if (at < 0) {
      return false;
    }
    for (int i = first; i < first + count; i++, at += BedNode.PART_BYTES) {
      if (!Arrays.equals(bytes, at, at + BedNode.PART_BYTES, partition(i), 0, BedNode.PART_BYTES)) {
        return false;
      }
    }
    return true;
  }

  /** Returns how many of the words some bytes contain. */
  static long wordsIn(byte[] bytes) {
    return WORDS.stream().filter(word -> Bytes.indexOf(bytes, word) >= 0).count();
  }
}
