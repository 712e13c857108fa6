package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Locale;
import java.util.Optional;

/**
 * A shuffle's place in the order in which a round served shuffles, and the reason for it.
 *
 * @param position the place; 1 is the first
 * @param of the number of shuffles in the round
 * @param basis what decided the place
 * @param sentence the reason as a sentence for people
 * @param group the name of its group, if it has one
 * @param groupGammaSeconds the sum of the Gammas of its group, which decides its place; its own Gamma where it stands alone
 * @param ahead the shuffles that were served before it, in order from the first; at most {@link #MOST_AHEAD}
 */
public record Place(
    int position, int of, Basis basis, String sentence, Optional<String> group, double groupGammaSeconds, ImmutableList<ShuffleId> ahead) {
  /** The most shuffles in {@link #ahead}; an operator does not read more. */
  public static final int MOST_AHEAD = 20;

  /** What decides a place. */
  public enum Basis {
    /** There is no other shuffle. */
    ONLY_ONE,
    /** Its deadline was promised, or the deadline of the shuffle before it was. */
    DEADLINE,
    /** Its deadline cannot be met, so it gets what others leave. */
    DEADLINE_REFUSED,
    /** Its priority, or the priority of the shuffle before it. */
    PRIORITY,
    /** The Gamma of its group, divided by its weight. */
    SHORTEST,
    /** An order that was found by playing several orders to the end. */
    SEARCH,
    /** A bundle of the shuffle, or of a shuffle with which it is compared, has no path. */
    UNCONNECTED,
    /** The policy has no order of shuffles, or another one. */
    POLICY;

    /** Returns the name in small letters with hyphens. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
