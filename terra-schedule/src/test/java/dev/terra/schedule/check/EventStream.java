package dev.terra.schedule.check;

import com.google.common.collect.ImmutableList;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random life of a scheduler, from a seed: shuffles arrive, send at the rates of the schedule, and are done; links change their
 * capacity. The caller computes a schedule after every event, and passes it to {@link #progress}.
 */
public final class EventStream {
  /** A bundle whose remaining bytes take less than this time at its rate is done. Such a rest comes from rounding. */
  private static final double DONE_SECONDS = 1e-9;

  private final Wan whole;
  private final RandomShuffles shuffles;
  private final Random random;
  private Wan wan;
  private double nowSeconds;
  private List<ShuffleDemand> active = new ArrayList<>();

  /** Starts a life on a WAN with the given number of shuffles. */
  public EventStream(Wan wan, int active, long seed) {
    this.whole = wan;
    this.wan = wan;
    this.shuffles = new RandomShuffles(wan, seed);
    this.random = new Random(seed);
    for (int i = 0; i < active; i++) {
      arrive();
    }
  }

  /** Returns the WAN in its present state. */
  public Wan wan() {
    return wan;
  }

  /** Returns the shuffles that are not done. */
  public List<ShuffleDemand> active() {
    return active;
  }

  /** Returns the present time, in seconds. */
  public double nowSeconds() {
    return nowSeconds;
  }

  /** Lets a shuffle arrive. */
  public void arrive() {
    active.add(shuffles.next(nowSeconds));
  }

  /** Gives one link a random part of its capacity, between a quarter and all. */
  public void changeCapacity() {
    int changed = random.nextInt(whole.links().size());
    double share = 0.25 + 0.75 * random.nextDouble();
    Link link = whole.links().get(changed);
    Bandwidth capacity = link.capacity().times(share);
    wan = wan.mapLinks(other -> other.id().equals(link.id()) ? other.withCapacity(capacity) : other);
  }

  /** Lets the given share of the time pass until the next shuffle is done. */
  public void progress(Allocation schedule, double share) {
    double seconds = share * secondsToCompletion(schedule);
    if (!Double.isFinite(seconds)) {
      return;
    }
    nowSeconds += seconds;
    Map<Object, ShuffleAllocation> byId = new HashMap<>();
    schedule.shuffles().forEach(shuffle -> byId.put(shuffle.id(), shuffle));
    List<ShuffleDemand> left = new ArrayList<>();
    for (ShuffleDemand demand : active) {
      ShuffleAllocation allocation = byId.get(demand.id());
      ShuffleDemand rest = allocation == null ? demand : after(demand, allocation, seconds);
      if (rest.bundles().stream().anyMatch(bundle -> bundle.bytes() > 0)) {
        left.add(rest);
      }
    }
    active = left;
  }

  private static double secondsToCompletion(Allocation schedule) {
    double first = Double.POSITIVE_INFINITY;
    for (ShuffleAllocation shuffle : schedule.shuffles()) {
      double seconds = 0;
      for (BundleAllocation bundle : shuffle.bundles()) {
        if (bundle.demand().bytes() > 0) {
          seconds = Math.max(seconds, bundle.demand().bytes() / bundle.bytesPerSecond());
        }
      }
      first = seconds > 0 ? Math.min(first, seconds) : first;
    }
    return first;
  }

  private static ShuffleDemand after(ShuffleDemand demand, ShuffleAllocation allocation, double seconds) {
    ImmutableList.Builder<BundleDemand> bundles = ImmutableList.builderWithExpectedSize(demand.bundles().size());
    boolean sends = false;
    for (BundleAllocation bundle : allocation.bundles()) {
      double rate = bundle.bytesPerSecond();
      sends |= rate > 0;
      double left = bundle.demand().bytes() - rate * seconds;
      BundleDemand before = bundle.demand();
      bundles.add(rate > 0
          ? new BundleDemand(before.from(), before.to(), left <= rate * DONE_SECONDS ? 0 : left, before.flows()) : before);
    }
    return sends ? demand.withBundles(bundles.build()) : demand;
  }
}
