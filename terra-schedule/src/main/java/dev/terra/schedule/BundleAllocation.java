package dev.terra.schedule;

import com.google.common.collect.ImmutableList;

/** The rates of one bundle. The list of rates is empty while the bundle has to wait. */
public record BundleAllocation(BundleDemand demand, ImmutableList<PathRate> rates) {
  /** Returns the rate of the bundle on all its paths together, bytes/s. */
  public double bytesPerSecond() {
    return rates.stream().mapToDouble(PathRate::bytesPerSecond).sum();
  }
}
