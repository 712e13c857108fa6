package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The weights, 1 to 100, by which networks that keep classes share a link among classes that wait. A higher class has at least the weight
 * of a lower one.
 */
public record ClassWeights(int interactive, int normal, int bulk) {
  /** The weights of {@link LatencyClass}. */
  public static final ClassWeights USUAL =
      new ClassWeights(LatencyClass.INTERACTIVE.weight(), LatencyClass.NORMAL.weight(), LatencyClass.BULK.weight());

  private static final int MOST = 100;

  /** Checks the ranges and the order. */
  public ClassWeights {
    checkArgument(bulk >= 1 && normal >= bulk && interactive >= normal && interactive <= MOST,
        "expected %s >= interactive >= normal >= bulk >= 1, got interactive %s, normal %s, bulk %s", MOST, interactive, normal, bulk);
  }

  /** Returns the weight of a class. */
  public int of(LatencyClass latencyClass) {
    return switch (latencyClass) {
      case INTERACTIVE -> interactive;
      case NORMAL -> normal;
      case BULK -> bulk;
    };
  }

  /** Returns the sum of all weights. */
  public int sum() {
    return interactive + normal + bulk;
  }
}
