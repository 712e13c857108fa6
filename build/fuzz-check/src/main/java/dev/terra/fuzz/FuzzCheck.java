package dev.terra.fuzz;

import java.util.HexFormat;
import java.util.Random;

/**
 * Gives a target its seeds and what follows from them, always the same: a short run in the build. The long one is {@code terra verify
 * fuzz}.
 */
public final class FuzzCheck {
  private static final int TRIES = 1_000;
  private static final int SHOWN_BYTES = 4_096;

  private FuzzCheck() {}

  /**
   * Runs a target.
   *
   * @throws AssertionError that shows the input which it did not take
   */
  public static void run(Class<?> targetClass) throws ReflectiveOperationException {
    FuzzTarget target = FuzzTarget.of(targetClass);
    try {
      Mutations mutations = new Mutations(target.seeds(), new Random(1));
      for (byte[] seed : target.seeds()) {
        run(target, seed);
      }
      for (int i = 0; i < TRIES; i++) {
        run(target, mutations.next());
      }
    } catch (Error | RuntimeException | ReflectiveOperationException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(targetClass + " has no seeds", e);
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
