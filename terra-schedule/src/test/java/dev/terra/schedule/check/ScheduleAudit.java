package dev.terra.schedule.check;

import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.core.wan.WanResource;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks a schedule by its rates alone: none is negative or not finite, every path exists and starts and ends where its bundle
 * does, no link and no site with a cap carries more than its capacity, the planned part of every shuffle progresses equally and is no
 * more than the total, and (for work-conserving policies) no bundle has a path with spare capacity on all its links.
 */
public final class ScheduleAudit {
  /** The relative tolerance for rounding in sums of many rates. */
  public static final double CAPACITY_TOLERANCE = 1e-9;
  /** The largest relative difference of the bundles' planned progress. */
  public static final double PROGRESS_TOLERANCE = 1e-9;
  /** A link with less than this share of its capacity left counts as full. */
  public static final double SPARE_TOLERANCE = 1e-6;

  private final Wan wan;
  private final List<String> faults = new ArrayList<>();
  private final double[] load;

  private ScheduleAudit(Wan wan) {
    this.wan = wan;
    this.load = new double[wan.capacities().length];
  }

  /** Returns all faults of a schedule on a WAN. Spare capacity is searched on the paths of {@code conserving}, which may be null. */
  public static List<String> faults(Wan wan, Allocation schedule, PathSets conserving) {
    ScheduleAudit audit = new ScheduleAudit(wan);
    schedule.shuffles().forEach(audit::check);
    audit.checkLinks();
    if (conserving != null) {
      audit.checkConservation(schedule, conserving);
    }
    return audit.faults;
  }

  private void check(ShuffleAllocation shuffle) {
    double slowest = Double.POSITIVE_INFINITY;
    double fastest = 0;
    for (BundleAllocation bundle : shuffle.bundles()) {
      double planned = 0;
      for (PathRate rate : bundle.rates()) {
        check(shuffle, bundle, rate);
        planned += rate.plannedBytesPerSecond();
      }
      if (bundle.demand().bytes() > 0 && (planned > 0 || shuffle.problem().isEmpty())) {
        double progress = planned / bundle.demand().bytes();
        slowest = Math.min(slowest, progress);
        fastest = Math.max(fastest, progress);
      }
    }
    if (fastest > 0 && fastest - slowest > PROGRESS_TOLERANCE * fastest) {
      faults.add(shuffle.id() + ": planned progress differs, " + slowest + " to " + fastest + " per second");
    }
  }

  private void check(ShuffleAllocation shuffle, BundleAllocation bundle, PathRate rate) {
    String where = shuffle.id() + "/" + new SitePair(bundle.demand().from(), bundle.demand().to()) + " on " + rate.path();
    if (!(rate.bytesPerSecond() >= 0 && rate.plannedBytesPerSecond() >= 0) || !Double.isFinite(rate.bytesPerSecond())) {
      faults.add(where + ": rate " + rate.bytesPerSecond() + ", planned " + rate.plannedBytesPerSecond());
    }
    if (rate.plannedBytesPerSecond() > rate.bytesPerSecond() * (1 + PROGRESS_TOLERANCE)) {
      faults.add(where + ": planned " + rate.plannedBytesPerSecond() + " is more than " + rate.bytesPerSecond());
    }
    if (!rate.path().from().equals(bundle.demand().from()) || !rate.path().to().equals(bundle.demand().to())) {
      faults.add(where + ": the path does not join the bundle's sites");
    }
    for (WanResource resource : wan.resources(rate.path())) {
      load[wan.indexOf(resource)] += rate.bytesPerSecond();
    }
  }

  private void checkLinks() {
    for (int link = 0; link < load.length; link++) {
      double capacity = wan.capacities()[link];
      if (load[link] > capacity * (1 + CAPACITY_TOLERANCE)) {
        faults.add(wan.resource(link) + " carries " + load[link] + " of " + capacity + " bytes/s");
      }
    }
  }

  private void checkConservation(Allocation schedule, PathSets paths) {
    double[] spare = new double[paths.wan().capacities().length];
    for (int link = 0; link < load.length; link++) {
      double capacity = wan.capacities()[link];
      double left = capacity - load[link];
      spare[paths.wan().indexOf(wan.resource(link))] = left > SPARE_TOLERANCE * capacity ? left : 0;
    }
    for (ShuffleAllocation shuffle : schedule.shuffles()) {
      for (BundleAllocation bundle : shuffle.bundles()) {
        PathSet set = paths.between(paths.wan().indexOf(bundle.demand().from()), paths.wan().indexOf(bundle.demand().to()));
        if (bundle.demand().bytes() > 0 && (set.hasOpenPath(spare) || paths.addOpen(set, spare))) {
          faults.add(shuffle.id() + "/" + new SitePair(bundle.demand().from(), bundle.demand().to()) + " has spare path "
              + set.path(set.firstOpenPath(spare, 0)));
        }
      }
    }
  }
}
