package dev.terra.schedule;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One shuffle as the scheduler sees it: what is left of each bundle.
 *
 * @param id its name
 * @param arrivalSeconds when it arrived, on the clock of {@code nowSeconds} in {@link Scheduler#schedule}
 * @param weight its importance, above 0; 1 is ordinary
 * @param deadlineSeconds by when it should be done, on the same clock, where somebody asked for that
 * @param bundles at most one for each ordered pair of sites
 */
public record ShuffleDemand(
    ShuffleId id, double arrivalSeconds, double weight, OptionalDouble deadlineSeconds, ImmutableList<BundleDemand> bundles) {
  /** Checks the ranges. */
  public ShuffleDemand {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(deadlineSeconds, "deadlineSeconds");
    Objects.requireNonNull(bundles, "bundles");
    if (!(weight > 0) || !Double.isFinite(weight)) {
      throw new IllegalArgumentException("shuffle " + id + ": weight must be above 0 and finite, got " + weight);
    }
    if (!Double.isFinite(arrivalSeconds)) {
      throw new IllegalArgumentException("shuffle " + id + ": arrival must be finite, got " + arrivalSeconds);
    }
  }

  /** An ordinary shuffle: weight 1, no deadline. */
  public static ShuffleDemand of(ShuffleId id, double arrivalSeconds, List<BundleDemand> bundles) {
    return new ShuffleDemand(id, arrivalSeconds, 1, OptionalDouble.empty(), ImmutableList.copyOf(bundles));
  }
}
