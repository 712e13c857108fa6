package dev.terra.controller.core.round;

import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.BundleRef;
import dev.terra.api.v1.DrainedSites;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What the agent of each slice was last sent, so that the next epoch contains only the difference. */
final class EpochBook {
  private final Map<SliceId, Map<BundleId, Map<Path, Long>>> told = new HashMap<>();
  private final Map<SliceId, Set<SiteId>> toldDrained = new HashMap<>();
  private final Map<SliceId, Set<ShuffleId>> toldAsIs = new HashMap<>();
  private final long term;
  private Set<ShuffleId> asIs = Set.of();
  private long number;

  /** Creates the book of a term in which no agent has a schedule yet. */
  EpochBook(long term) {
    this.term = term;
  }

  /** The number of the last epoch. */
  long number() {
    return number;
  }

  /**
   * Starts a new epoch.
   *
   * @param shuffles the shuffles of which no chunk is to be compressed
   */
  void next(Set<ShuffleId> shuffles) {
    number++;
    asIs = shuffles;
  }

  /** Makes the next epoch of this slice's agent a full one. */
  void reset(SliceId slice) {
    told.remove(slice);
  }

  /**
   * Returns the message to a slice's agent with its part of a plan and the sites whose agents are drained. It is empty if nothing has
   * changed.
   */
  Optional<Epoch> tell(SliceId slice, Map<BundleId, Map<Path, Long>> rates, Set<SiteId> drained) {
    Map<BundleId, Map<Path, Long>> before = told.put(slice, rates);
    Set<SiteId> drainedBefore = toldDrained.put(slice, Set.copyOf(drained));
    Set<ShuffleId> asIsBefore = Objects.requireNonNullElse(toldAsIs.put(slice, asIs), Set.of());
    Epoch.Builder epoch = Epoch.newBuilder().setTerm(term).setNumber(number).setFull(before == null);
    Map<BundleId, Map<Path, Long>> known = before == null ? Map.of() : before;
    rates.forEach((bundle, byPath) -> {
      boolean same = asIs.contains(bundle.shuffle()) == asIsBefore.contains(bundle.shuffle());
      if (!same || !byPath.equals(known.get(bundle))) {
        epoch.addBundles(message(bundle, byPath));
      }
    });
    new TreeMap<>(known).keySet().stream().filter(bundle -> !rates.containsKey(bundle)).forEach(bundle ->
        epoch.addRemoved(BundleRef.newBuilder().setShuffle(bundle.shuffle().value()).setTo(bundle.to().name())));
    boolean otherDrained = before == null || !drained.equals(drainedBefore);
    if (otherDrained) {
      epoch.setDrained(DrainedSites.newBuilder().addAllSites(drained.stream().map(SiteId::name).toList()));
    }
    boolean news = epoch.getFull() || otherDrained || epoch.getBundlesCount() > 0 || epoch.getRemovedCount() > 0;
    return news ? Optional.of(epoch.build()) : Optional.empty();
  }

  private BundleRates message(BundleId bundle, Map<Path, Long> byPath) {
    BundleRates.Builder rates = BundleRates.newBuilder().setShuffle(bundle.shuffle().value()).setTo(bundle.to().name())
        .setAsIs(asIs.contains(bundle.shuffle()));
    byPath.forEach((path, rate) ->
        rates.addRates(RateOnPath.newBuilder().setPath(WanPaths.message(path)).setBytesPerSecond(rate)));
    return rates.build();
  }
}
