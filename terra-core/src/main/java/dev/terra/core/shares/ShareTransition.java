package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.stream.IntStream;

/**
 * A division of a cache that becomes another one in steps. A cache that shrinks loses its entries at once, and one that grows fills only as
 * its reads miss; so each step waits until the grown caches are full. The rates of a step are {@link SharePool#withCaches}.
 *
 * @param from the tenants' bytes at first
 * @param to those at last
 * @param steps in how many steps, at least 1
 */
public record ShareTransition(ImmutableList<Long> from, ImmutableList<Long> to, int steps) {
  /** Checks the sizes. */
  public ShareTransition {
    checkArgument(from.size() == to.size(), "caches: expected %s, got %s", from.size(), to.size());
    checkArgument(steps >= 1, "steps: expected at least 1, got %s", steps);
  }

  /**
   * A transition that moves at most so much of a cache in a step.
   *
   * @param bytes above 0
   */
  public static ShareTransition moving(ImmutableList<Long> from, ImmutableList<Long> to, long bytes) {
    checkArgument(bytes > 0, "bytes of a step: expected more than 0, got %s", bytes);
    long most = IntStream.range(0, from.size()).mapToLong(i -> Math.abs(to.get(i) - from.get(i))).max().orElse(0);
    return new ShareTransition(from, to, Math.toIntExact(Math.max(1, (most + bytes - 1) / bytes)));
  }

  /** The caches after a number of steps. Parts of a byte are left to no tenant, so that the whole is not exceeded. */
  public ImmutableList<Long> after(int step) {
    checkArgument(step >= 0 && step <= steps, "step: expected 0 to %s, got %s", steps, step);
    return IntStream.range(0, from.size()).mapToObj(i -> from.get(i) + Math.floorDiv((to.get(i) - from.get(i)) * step, steps))
        .collect(ImmutableList.toImmutableList());
  }
}
