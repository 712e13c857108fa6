package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Locale;
import java.util.Optional;

/**
 * A shuffle's place in the order in which a round served shuffles, and why.
 *
 * @param position 1 for the first
 * @param of how many shuffles there were
 * @param basis what decided
 * @param sentence the same for people
 * @param group the shuffles that it is waited for with, if it has any
 * @param groupGammaSeconds the Gammas of its group together, by which its place goes; its own where it stands alone
 * @param ahead who was served before it, the first first; at most {@link #MOST_AHEAD}
 */
public record Place(
    int position, int of, Basis basis, String sentence, Optional<String> group, double groupGammaSeconds, ImmutableList<ShuffleId> ahead) {
  /** More than an operator reads. */
  public static final int MOST_AHEAD = 20;

  /** What decides about a place. */
  public enum Basis {
    /** There is no other shuffle. */
    ONLY_ONE,
    /** Its deadline was promised, or that of the one before it. */
    DEADLINE,
    /** Its deadline cannot be met, so it gets what others leave. */
    DEADLINE_REFUSED,
    /** Its priority, or that of the one before it. */
    PRIORITY,
    /** Its group's Gamma by its weight. */
    SHORTEST,
    /** An order that was found by playing several to the end. */
    SEARCH,
    /** A bundle of it, or of one that it is compared with, has no path. */
    UNCONNECTED,
    /** A policy without an order, or with another one. */
    POLICY;

    /** Its name in small letters with hyphens. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
