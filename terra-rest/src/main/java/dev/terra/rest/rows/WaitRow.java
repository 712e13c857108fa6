package dev.terra.rest.rows;

import dev.terra.core.view.Waits;
import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** How long something was waited for. */
@Doc("Waiting times, from a histogram: quantiles are as exact as its bounds.")
public record WaitRow(
    @Doc("The number of waits.") long count,
    @Doc(value = "Half of the waits were shorter.", nullable = true) @Nullable Double p50Seconds,
    @Doc(value = "99 % of the waits were shorter.", nullable = true) @Nullable Double p99Seconds) {
  /** Returns the row of a histogram. */
  public static WaitRow of(Waits waits) {
    return new WaitRow(waits.count(), quantile(waits, 0.5), quantile(waits, 0.99));
  }

  private static @Nullable Double quantile(Waits waits, double share) {
    return waits.count() == 0 ? null : waits.quantileSeconds(share).getAsDouble();
  }
}
