package dev.terra.reproduce.malcolm;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Random;

/**
 * The times of tasks: a mix of times (section 7.1.2).
 *
 * @param name as in the paper
 * @param parts of the mix
 */
public record TaskTimes(String name, List<Part> parts) {
  /** The synthetic workloads. */
  public static final List<TaskTimes> ALL = ImmutableList.of(
      new TaskTimes("Exp", List.of(new Part(1, 50, true))),
      new TaskTimes("Bimodal", List.of(new Part(.9, 50, false), new Part(.1, 500, false))),
      new TaskTimes("HyperExp-1", List.of(new Part(.5, 50, true), new Part(.5, 500, true))),
      new TaskTimes("HyperExp-2", List.of(new Part(.75, 50, true), new Part(.2, 500, true), new Part(.05, 5_000, true))));

  private static final double PICOS_PER_MICRO = 1e6;

  /** Keeps the parts. */
  public TaskTimes {
    parts = ImmutableList.copyOf(parts);
  }

  /**
   * One kind of tasks.
   *
   * @param share of all tasks
   * @param meanMicros the mean time of a worker of pace 1
   * @param exponential whether times are exponential; otherwise all are equal
   */
  public record Part(double share, double meanMicros, boolean exponential) {
    private double draw(Random random) {
      return exponential ? -meanMicros * Math.log(1 - random.nextDouble()) : meanMicros;
    }
  }

  double meanMicros() {
    return parts.stream().mapToDouble(part -> part.share() * part.meanMicros()).sum();
  }

  /** Returns a time, in picoseconds. */
  long draw(Random random) {
    double left = random.nextDouble();
    for (Part part : parts) {
      left -= part.share();
      if (left < 0) {
        return Math.round(part.draw(random) * PICOS_PER_MICRO);
      }
    }
    return Math.round(parts.get(parts.size() - 1).draw(random) * PICOS_PER_MICRO);
  }
}
