package dev.terra.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * An input as a row of choices, by which a target builds something that has the form which its decoder looks for first: bytes alone
 * seldom have it, and what is behind that would not be reached. Past the input's end every choice is the first.
 */
public final class Choices {
  /** Where decoders' comparisons change their minds. */
  private static final long[] EDGES = {0, 1, -1, 2, 127, 128, 255, 4_096, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 32, Long.MAX_VALUE,
      Long.MIN_VALUE};

  private final byte[] input;
  private int at;

  /** The choices of an input, from its beginning. */
  public Choices(byte[] input) {
    this.input = input.clone();
  }

  /** A number from 0 to below a bound of 1 to 256. */
  public int below(int bound) {
    return at < input.length ? Byte.toUnsignedInt(input[at++]) % bound : 0;
  }

  /** Any number, often one at an edge. */
  public long number() {
    int kind = below(EDGES.length + 3);
    if (kind < EDGES.length) {
      return EDGES[kind];
    }
    long number = 0;
    for (int bytes = kind == EDGES.length ? 1 : kind == EDGES.length + 1 ? 3 : Long.BYTES; bytes > 0; bytes--) {
      number = number << Byte.SIZE | below(256);
    }
    return number;
  }

  /** One of these. */
  public <T> T pick(List<T> from) {
    return from.get(below(from.size()));
  }

  /** A text of up to seven of the input's bytes, or one of these. */
  public String text(List<String> usual) {
    int length = below(16);
    if (length > 7) {
      return pick(usual);
    }
    byte[] bytes = take(length);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** So many of the bytes that are left, or fewer. */
  public byte[] take(int length) {
    byte[] bytes = Arrays.copyOfRange(input, at, Math.min(input.length, at + length));
    at += bytes.length;
    return bytes;
  }

  /** Whether there are more. */
  public boolean hasMore() {
    return at < input.length;
  }

  /** All that is left. */
  public byte[] rest() {
    return take(input.length - at);
  }
}
