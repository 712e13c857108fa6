package dev.terra.schedule;

import com.google.common.collect.ImmutableList;

/** The rates of one bundle; no rates while it has to wait. */
public record BundleAllocation(BundleDemand demand, ImmutableList<PathRate> rates) {
  /** All paths together, bytes/s. */
  public double bytesPerSecond() {
    return rates.stream().mapToDouble(PathRate::bytesPerSecond).sum();
  }
}
