package dev.terra.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * An input as a sequence of choices, from which a target builds something of the form that its decoder expects first: raw bytes seldom have
 * this form, and the code after the first check would not be reached. After the input's end, every choice is the first.
 */
public final class Choices {
  /** Numbers at which decoders' comparisons change their results. */
  private static final long[] EDGES = {0, 1, -1, 2, 127, 128, 255, 4_096, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 32, Long.MAX_VALUE,
      Long.MIN_VALUE};

  private final byte[] input;
  private int at;

  /** Makes the choices of an input, from its beginning. */
  public Choices(byte[] input) {
    this.input = input.clone();
  }

  /** Returns a number from 0 to below a bound of 1 to 256. */
  public int below(int bound) {
    return at < input.length ? Byte.toUnsignedInt(input[at++]) % bound : 0;
  }

  /** Returns any number, often one of {@link #EDGES}. */
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

  /** Returns one of the given values. */
  public <T> T pick(List<T> from) {
    return from.get(below(from.size()));
  }

  /** Returns a text of up to seven of the input's bytes, or one of the given texts. */
  public String text(List<String> usual) {
    int length = below(16);
    if (length > 7) {
      return pick(usual);
    }
    byte[] bytes = take(length);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Returns the next {@code length} bytes of the input, or fewer at its end. */
  public byte[] take(int length) {
    byte[] bytes = Arrays.copyOfRange(input, at, Math.min(input.length, at + length));
    at += bytes.length;
    return bytes;
  }

  /** Returns whether the input has more bytes. */
  public boolean hasMore() {
    return at < input.length;
  }

  /** Returns all bytes that are left. */
  public byte[] rest() {
    return take(input.length - at);
  }
}
