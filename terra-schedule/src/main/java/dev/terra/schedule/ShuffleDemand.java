package dev.terra.schedule;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One shuffle as the scheduler sees it: what is left of each bundle.
 *
 * @param id its name
 * @param arrivalSeconds when it arrived, on the clock of {@code nowSeconds} in {@link Scheduler#schedule}
 * @param weight its importance, above 0; 1 is ordinary
 * @param priority shuffles of a higher priority are served before all others; 0 is ordinary
 * @param deadlineSeconds by when it should be done, on the same clock, where somebody asked for that
 * @param bundles at most one for each ordered pair of sites
 */
public record ShuffleDemand(
    ShuffleId id,
    double arrivalSeconds,
    double weight,
    int priority,
    OptionalDouble deadlineSeconds,
    ImmutableList<BundleDemand> bundles) {
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
    if (deadlineSeconds.isPresent() && !Double.isFinite(deadlineSeconds.getAsDouble())) {
      throw new IllegalArgumentException("shuffle " + id + ": deadline must be finite, got " + deadlineSeconds.getAsDouble());
    }
    Set<List<Object>> pairs = new HashSet<>();
    for (BundleDemand bundle : bundles) {
      if (!pairs.add(List.of(bundle.from(), bundle.to()))) {
        throw new IllegalArgumentException(
            "shuffle " + id + ": bundle " + bundle.from() + "->" + bundle.to() + " is given twice; expected each pair once");
      }
    }
  }

  /** A shuffle of ordinary priority. */
  public ShuffleDemand(
      ShuffleId id, double arrivalSeconds, double weight, OptionalDouble deadlineSeconds, ImmutableList<BundleDemand> bundles) {
    this(id, arrivalSeconds, weight, 0, deadlineSeconds, bundles);
  }

  /** An ordinary shuffle: weight 1, no deadline. */
  public static ShuffleDemand of(ShuffleId id, double arrivalSeconds, List<BundleDemand> bundles) {
    return new ShuffleDemand(id, arrivalSeconds, 1, OptionalDouble.empty(), ImmutableList.copyOf(bundles));
  }
}
