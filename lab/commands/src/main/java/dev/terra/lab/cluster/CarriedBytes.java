package dev.terra.lab.cluster;

import java.io.IOException;
import java.util.Locale;

/** Describes in words how many bytes each part carried after a fault. */
public final class CarriedBytes {
  private CarriedBytes() {}

  public static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  public static String fetchedDirectly(DemoCluster cluster, ShuffleTotals before) throws IOException, InterruptedException {
    ShuffleTotals since = cluster.shuffleCounters().minus(before);
    return megabytes(since.stockBytes()) + " were fetched directly, in " + since.fallbacks() + " fallbacks";
  }
}
