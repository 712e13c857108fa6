package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.stream.IntStream;

/**
 * A transition from one division of a cache to another one in steps. A cache that shrinks loses its entries at once, and a cache that grows
 * fills only as its reads miss. Therefore each step waits until the caches that grew are full. {@link SharePool#withCaches} gives the rates
 * of a step.
 *
 * @param from the tenants' bytes before the first step
 * @param to the tenants' bytes after the last step
 * @param steps the number of steps, at least 1
 */
public record ShareTransition(ImmutableList<Long> from, ImmutableList<Long> to, int steps) {
  /** Checks the sizes. */
  public ShareTransition {
    checkArgument(from.size() == to.size(), "caches: expected %s, got %s", from.size(), to.size());
    checkArgument(steps >= 1, "steps: expected at least 1, got %s", steps);
  }

  /**
   * Returns a transition that changes each cache by at most a number of bytes in a step.
   *
   * @param bytes the most bytes of a step, above 0
   */
  public static ShareTransition moving(ImmutableList<Long> from, ImmutableList<Long> to, long bytes) {
    checkArgument(bytes > 0, "bytes of a step: expected more than 0, got %s", bytes);
    long most = IntStream.range(0, from.size()).mapToLong(i -> Math.abs(to.get(i) - from.get(i))).max().orElse(0);
    return new ShareTransition(from, to, Math.toIntExact(Math.max(1, (most + bytes - 1) / bytes)));
  }

  /** Returns the tenants' bytes after a number of steps. They are rounded down, so that their sum does not exceed the whole. */
  public ImmutableList<Long> after(int step) {
    checkArgument(step >= 0 && step <= steps, "step: expected 0 to %s, got %s", steps, step);
    return IntStream.range(0, from.size()).mapToObj(i -> from.get(i) + Math.floorDiv((to.get(i) - from.get(i)) * step, steps))
        .collect(ImmutableList.toImmutableList());
  }
}
