package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.engine.JobCounters;
import org.junit.jupiter.api.Test;

class CacheReportTest {
  private static final CacheReport.Run STOCK = new CacheReport.Run(60, 1_250);

  @Test
  void oneCopyForEachSitePasses() {
    assertThat(report(105, true, JobCounters.NONE).problems()).isEmpty();
  }

  @Test
  void saysWhatDoesNotHold() {
    assertThat(report(106, false, new JobCounters(0, 2)).problems()).containsExactly("the results differ",
        "1.06 copies for each site crossed the WAN with the cache, at most 1.05", "2 extra task attempts, stock had 0");
  }

  private static CacheReport report(long bytesWithCache, boolean identical, JobCounters counters) {
    CacheReport.Run terra = new CacheReport.Run(50, 1_200);
    CacheReport.Run cache = new CacheReport.Run(20, bytesWithCache);
    CacheReport.Join join = new CacheReport.Join("triangle", "tez", 12, 1_000);
    return CacheReport.of(join, 100, new CacheReport.Runs(STOCK, terra, cache, identical, counters));
  }
}
