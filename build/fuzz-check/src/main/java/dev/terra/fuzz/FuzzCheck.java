package dev.terra.fuzz;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Gives a target its seeds, their beginnings, and its seeds with one byte changed. It is a check of the build. Jazzer, which {@code terra
 * verify fuzz} runs, makes inputs that reach more of the code.
 */
public final class FuzzCheck {
  /** The most places of a seed at which it is cut off and changed, spread over its length: a seed of some kilobytes takes milliseconds. */
  private static final int MOST_PLACES = 64;
  /** Bytes at which decoders' comparisons change their results. */
  private static final byte[] EDGES = {0, 1, -1, 127, -128, '\n', '&', '/', '"', '{'};
  private static final int SHOWN_BYTES = 4_096;

  private FuzzCheck() {}

  /**
   * Runs a target.
   *
   * @throws AssertionError that shows the input with which the target failed
   */
  public static void run(Class<?> targetClass) throws ReflectiveOperationException {
    FuzzTarget target = FuzzTarget.of(targetClass);
    try {
      for (byte[] seed : target.seeds()) {
        run(target, seed);
        runChanged(target, seed);
      }
    } catch (Error | RuntimeException | ReflectiveOperationException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(targetClass + " has no seeds", e);
    }
  }

  private static void runChanged(FuzzTarget target, byte[] seed) {
    int step = Math.max(1, seed.length / MOST_PLACES);
    for (int at = 0; at < seed.length; at += step) {
      run(target, Arrays.copyOf(seed, at));
      for (byte edge : EDGES) {
        byte[] changed = seed.clone();
        changed[at] = edge;
        run(target, changed);
      }
    }
  }

  private static void run(FuzzTarget target, byte[] input) {
    try {
      target.run(input.clone());
    } catch (Throwable e) {
      String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, SHOWN_BYTES));
      throw new AssertionError("with the " + input.length + " bytes " + hex + ": " + e, e);
    }
  }
}
