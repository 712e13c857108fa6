package dev.terra.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes inputs out of others: as they were, with bits, bytes and numbers changed, cut off, or put together. */
final class Mutations {
  /** Where decoders' comparisons change their minds. */
  private static final byte[] EDGES = {0, 1, -1, 127, -128, '\n', '&', '/', '"', '{'};
  private static final int MOST_CHANGES = 6;
  private static final int KINDS = 6;

  private final List<byte[]> seeds;
  private final Random random;

  /** From at least one seed. */
  Mutations(List<byte[]> seeds, Random random) {
    this.seeds = List.copyOf(seeds);
    this.random = random;
  }

  /** The next one. */
  byte[] next() {
    byte[] input = seed().clone();
    int changes = 1 + random.nextInt(MOST_CHANGES);
    for (int change = 0; change < changes; change++) {
      input = changed(input);
    }
    return input;
  }

  private byte[] seed() {
    return seeds.get(random.nextInt(seeds.size()));
  }

  private byte[] changed(byte[] input) {
    if (input.length == 0) {
      return seed().clone();
    }
    int at = random.nextInt(input.length);
    switch (random.nextInt(KINDS)) {
      case 0 -> input[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      case 1 -> input[at] = EDGES[random.nextInt(EDGES.length)];
      case 2 -> input[at] = (byte) random.nextInt();
      case 3 -> {
        return Arrays.copyOf(input, at);
      }
      case 4 -> {
        return spliced(input, at, seed());
      }
      default -> {
        return spliced(input, at, Arrays.copyOfRange(input, random.nextInt(at + 1), input.length));
      }
    }
    return input;
  }

  /** The beginning of one, and the end of another. */
  private byte[] spliced(byte[] first, int length, byte[] second) {
    int from = random.nextInt(second.length + 1);
    byte[] both = Arrays.copyOf(first, length + second.length - from);
    System.arraycopy(second, from, both, length, second.length - from);
    return both;
  }
}
