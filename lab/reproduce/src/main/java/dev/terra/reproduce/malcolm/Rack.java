package dev.terra.reproduce.malcolm;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;

/**
 * Servers with workers.
 *
 * @param name in output for people
 * @param workers of each server
 */
public record Rack(String name, ImmutableIntArray workers) {
  /** Section 7.2's homogeneous rack. */
  public static final Rack ALIKE = of("8 x 8 workers", 8, 8);
  /** Section 7.2's heterogeneous rack. */
  public static final Rack MIXED = of("2 x 14 and 9 x 4 workers", 2, 14, 9, 4);
  /** Section 7.4.2's rack of three kinds. */
  public static final Rack THREE_KINDS = of("4 x 8, 4 x 6 and 4 x 4 workers", 4, 8, 4, 6, 4, 4);
  /** The racks of figures 7.1 and 7.2. */
  public static final ImmutableList<Rack> BOTH = ImmutableList.of(ALIKE, MIXED);

  /** Makes a rack from pairs: a number of servers, and the number of workers that each of them has. */
  private static Rack of(String name, int... pairs) {
    IntStream workers = IntStream.range(0, pairs.length / 2).flatMap(i -> IntStream.generate(() -> pairs[2 * i + 1]).limit(pairs[2 * i]));
    return new Rack(name, ImmutableIntArray.copyOf(workers));
  }

  int servers() {
    return workers.length();
  }

  int allWorkers() {
    return workers.stream().sum();
  }

  /** Returns the most tasks a second that the rack can carry. */
  double capacity(TaskTimes times) {
    return allWorkers() * 1e6 / times.meanMicros();
  }
}
