package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * A scheduler that returns the schedules of another one, and computes on its own what is left of each bundle, which flows at its latest
 * rates. The simulation's next input must agree with these figures, up to rounding.
 */
final class FluidModel implements Scheduler {
  /** The tolerance, as a share of a bundle's bytes. The simulation takes less than a billionth of them for nothing. */
  private static final double ROUNDING = 1e-6;

  private final Scheduler real;
  private final BiConsumer<Wan, Allocation> check;
  private final Map<String, Double> total = new TreeMap<>();
  private final Map<String, Double> left = new HashMap<>();
  private final Map<String, Double> rate = new HashMap<>();
  private double lastSeconds;
  private int rounds;

  /** Creates a model that passes each schedule to {@code check}, with the WAN for which the schedule was made. */
  FluidModel(Scheduler real, BiConsumer<Wan, Allocation> check) {
    this.real = real;
    this.check = check;
  }

  @Override
  public Allocation schedule(Wan wan, List<ShuffleDemand> shuffles, double nowSeconds) {
    assertThat(nowSeconds).as("time goes on").isGreaterThanOrEqualTo(lastSeconds);
    flow(nowSeconds - lastSeconds);
    lastSeconds = nowSeconds;
    compare(shuffles);
    Allocation allocation = real.schedule(wan, shuffles, nowSeconds);
    note(allocation);
    check.accept(wan, allocation);
    rounds++;
    return allocation;
  }

  private void flow(double seconds) {
    rate.forEach((bundle, bytesPerSecond) -> left.merge(bundle, bytesPerSecond * seconds, (before, sent) -> Math.max(0, before - sent)));
    rate.clear();
  }

  private void compare(List<ShuffleDemand> shuffles) {
    Map<String, Double> shown = new TreeMap<>();
    for (ShuffleDemand shuffle : shuffles) {
      shuffle.bundles().forEach(bundle -> shown.put(name(shuffle, bundle), bundle.bytes()));
    }
    shown.forEach((bundle, bytes) -> {
      total.putIfAbsent(bundle, bytes);
      left.putIfAbsent(bundle, bytes);
    });
    left.forEach((bundle, bytes) ->
        assertThat(shown.getOrDefault(bundle, 0.0)).as(bundle).isCloseTo(bytes, within(ROUNDING * total.get(bundle) + 1)));
  }

  private void note(Allocation allocation) {
    for (ShuffleAllocation shuffle : allocation.shuffles()) {
      for (BundleAllocation bundle : shuffle.bundles()) {
        rate.put(shuffle.id() + ":" + bundle.demand().from() + ">" + bundle.demand().to(), bundle.bytesPerSecond());
      }
    }
  }

  private static String name(ShuffleDemand shuffle, BundleDemand bundle) {
    return shuffle.id() + ":" + bundle.from() + ">" + bundle.to();
  }

  /** Returns the bytes that each bundle had to send in the first input that contained it. */
  Map<String, Double> totals() {
    return total;
  }

  /** Checks that nothing is left of any bundle, or that its last rate is above 0. */
  void checkThatAllEnded() {
    left.forEach((bundle, bytes) -> assertThat(bytes <= ROUNDING * total.get(bundle) + 1 || rate.getOrDefault(bundle, 0.0) > 0)
        .as("%s has %s bytes left", bundle, bytes).isTrue());
  }

  int rounds() {
    return rounds;
  }

  /** Returns the load of each link under an allocation, bytes/s. */
  static Map<LinkId, Double> loads(Allocation allocation) {
    Map<LinkId, Double> loads = new HashMap<>();
    for (ShuffleAllocation shuffle : allocation.shuffles()) {
      for (BundleAllocation bundle : shuffle.bundles()) {
        for (PathRate path : bundle.rates()) {
          path.path().links().forEach(link -> loads.merge(link, path.bytesPerSecond(), Double::sum));
        }
      }
    }
    return loads;
  }

  /** Returns the rate that a schedule leaves free on a path, bytes/s. A link that the WAN lacks has a capacity of 0. */
  static double free(Wan wan, Map<LinkId, Double> loads, Path path) {
    return path.links().stream()
        .mapToDouble(id -> wan.link(id).map(Link::capacity).map(capacity -> capacity.bytesPerSecond()).orElse(0.0)
            - loads.getOrDefault(id, 0.0))
        .min().orElseThrow();
  }
}
