package dev.terra.reproduce.kayak;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Requests that walk a graph: a number of accesses, one after the other, with a computation after each (section 2.1 of
 * the paper). The computation may change from phase to phase.
 *
 * @param name of the mix
 * @param accesses of each request, at least 1
 * @param computeNanos the computation after each access, for each phase in turn
 * @param phaseNanos the length of a phase, above 0
 */
public record GraphLoad(String name, int accesses, List<Long> computeNanos, long phaseNanos) {
  /** The paper's mixes. The phases of the last mix are shorter than the paper's 5 s. */
  public static final List<GraphLoad> ALL = ImmutableList.of(steady("light", 100), steady("medium", 1_000), steady("heavy", 10_000),
      new GraphLoad("bimodal", 2, List.of(1_000L, 100L), 2_000_000_000L));

  private static final long PICOS_PER_NANO = 1_000;

  /** Checks the ranges. */
  public GraphLoad {
    computeNanos = ImmutableList.copyOf(computeNanos);
    checkArgument(accesses >= 1, "accesses: expected at least 1, got %s", accesses);
    checkArgument(!computeNanos.isEmpty() && computeNanos.stream().allMatch(nanos -> nanos >= 0), "computations: expected at least 0 ns");
    checkArgument(phaseNanos > 0, "phase: expected more than 0 ns, got %s", phaseNanos);
  }

  private static GraphLoad steady(String name, long computeNanos) {
    return new GraphLoad(name, 2, List.of(computeNanos), Long.MAX_VALUE / PICOS_PER_NANO);
  }

  /** Returns a computation, in picoseconds. */
  long computePicos(long nowPicos) {
    long phase = nowPicos / PICOS_PER_NANO / phaseNanos;
    return computeNanos.get((int) (phase % computeNanos.size())) * PICOS_PER_NANO;
  }

  /** Returns a load that stays in one phase of this load. */
  GraphLoad phase(int number) {
    return steady(name + " " + number, computeNanos.get(number));
  }

  /** Returns the number of phases. */
  int phases() {
    return computeNanos.size();
  }
}
