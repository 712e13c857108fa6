package dev.terra.schedule;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SitePair;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One shuffle as the scheduler sees it: what is left of each bundle.
 *
 * @param id the shuffle's name
 * @param group the name of a group of shuffles that readers wait for as a whole, such as the edges of one DAG; empty where the shuffle
 *     stands alone
 * @param arrivalSeconds when the shuffle arrived, on the clock of {@code nowSeconds} in {@link Scheduler#schedule}
 * @param terms how important the shuffle is
 * @param bundles at most one for each ordered pair of sites
 */
public record ShuffleDemand(
    ShuffleId id, Optional<String> group, double arrivalSeconds, ShuffleTerms terms, ImmutableList<BundleDemand> bundles) {
  /** Checks the ranges. */
  public ShuffleDemand {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(terms, "terms");
    Objects.requireNonNull(bundles, "bundles");
    if (!Double.isFinite(arrivalSeconds)) {
      throw new IllegalArgumentException("shuffle " + id + ": arrival must be finite, got " + arrivalSeconds);
    }
    Set<List<Object>> pairs = new HashSet<>();
    for (BundleDemand bundle : bundles) {
      if (!pairs.add(List.of(bundle.from(), bundle.to()))) {
        throw new IllegalArgumentException(
            "shuffle " + id + ": bundle " + new SitePair(bundle.from(), bundle.to()) + " is given twice; expected each pair once");
      }
    }
  }

  /** Makes a shuffle that stands alone, on ordinary terms. */
  public static ShuffleDemand of(ShuffleId id, double arrivalSeconds, List<BundleDemand> bundles) {
    return new ShuffleDemand(id, Optional.empty(), arrivalSeconds, ShuffleTerms.ORDINARY, ImmutableList.copyOf(bundles));
  }

  /** Returns this demand as a member of a group. */
  public ShuffleDemand withGroup(String name) {
    return new ShuffleDemand(id, Optional.of(name), arrivalSeconds, terms, bundles);
  }

  /** Returns this demand on other terms. */
  public ShuffleDemand withTerms(ShuffleTerms other) {
    return new ShuffleDemand(id, group, arrivalSeconds, other, bundles);
  }

  /** Returns this demand with other bundles. */
  public ShuffleDemand withBundles(List<BundleDemand> other) {
    return new ShuffleDemand(id, group, arrivalSeconds, terms, ImmutableList.copyOf(other));
  }
}
