package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.stream.IntStream;

/**
 * A division that becomes another one in steps. A cache that shrinks loses its entries at once, and one that grows fills only as its reads
 * miss; so the next step waits until the grown caches are full, and rates move with the cache that replaces them.
 *
 * @param from the allotments at first
 * @param to those at last
 * @param steps in how many steps, at least 1
 */
public record ShareTransition(ImmutableList<Allotment> from, ImmutableList<Allotment> to, int steps) {
  /** Checks the sizes. */
  public ShareTransition {
    checkArgument(from.size() == to.size(), "allotments: expected %s, got %s", from.size(), to.size());
    checkArgument(steps >= 1, "steps: expected at least 1, got %s", steps);
  }

  /**
   * A transition that moves at most so much of a cache in a step.
   *
   * @param bytes above 0
   */
  public static ShareTransition moving(ImmutableList<Allotment> from, ImmutableList<Allotment> to, long bytes) {
    checkArgument(bytes > 0, "bytes of a step: expected more than 0, got %s", bytes);
    long most = IntStream.range(0, from.size()).mapToLong(i -> Math.abs(to.get(i).cacheBytes() - from.get(i).cacheBytes())).max().orElse(0);
    return new ShareTransition(from, to, Math.toIntExact(Math.max(1, (most + bytes - 1) / bytes)));
  }

  /** The allotments after a number of steps. */
  public ImmutableList<Allotment> after(int step) {
    checkArgument(step >= 0 && step <= steps, "step: expected 0 to %s, got %s", steps, step);
    return IntStream.range(0, from.size()).mapToObj(i -> between(from.get(i), to.get(i), step)).collect(ImmutableList.toImmutableList());
  }

  private Allotment between(Allotment first, Allotment last, int step) {
    if (step == steps) {
      return last;
    }
    double part = (double) step / steps;
    ImmutableList<Double> rates = IntStream.range(0, first.rates().size())
        .mapToObj(i -> first.rates().get(i) + part * (last.rates().get(i) - first.rates().get(i))).collect(ImmutableList.toImmutableList());
    return new Allotment(first.cacheBytes() + (long) (part * (last.cacheBytes() - first.cacheBytes())), rates);
  }
}
