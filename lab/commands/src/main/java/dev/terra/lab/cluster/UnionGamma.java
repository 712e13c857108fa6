package dev.terra.lab.cluster;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;

/** The optimum for all bytes that crossed sites, taken as one shuffle. No schedule moves these bytes in less time. */
public final class UnionGamma {
  private UnionGamma() {}

  /** The bytes from one site to another. */
  public record PairBytes(SiteId from, SiteId to, double bytes) {}

  /** Returns Gamma in seconds on the payload capacities of a WAN; 0 if nothing crosses. */
  public static double seconds(Wan wan, List<PairBytes> pairs) {
    ImmutableList<BundleDemand> bundles = pairs.stream().filter(pair -> pair.bytes() > 0)
        .map(pair -> new BundleDemand(pair.from(), pair.to(), pair.bytes())).collect(ImmutableList.toImmutableList());
    if (bundles.isEmpty()) {
      return 0;
    }
    Wan payload = wan.times(Payload.SHARE);
    ShuffleDemand union = ShuffleDemand.of(new ShuffleId("union"), 0, bundles);
    PathSets paths = new PathSets(payload, PathRules.defaults());
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), paths);
    return scheduler.schedule(payload, List.of(union), 0).shuffles().get(0).gammaSeconds();
  }
}
