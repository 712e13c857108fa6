package dev.terra.sim.bound;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A small instance.
 *
 * @param wan the WAN with all links up
 * @param trace jobs of one shuffle each
 */
public record BoundInstance(Wan wan, Trace trace) {
  /** Returns the coflows of the instance. */
  public List<BoundItem> items() {
    return trace.jobs().stream().map(job -> new BoundItem(job.arrivalSeconds(), bundles(job))).toList();
  }

  private static List<BundleDemand> bundles(TraceJob job) {
    Map<List<SiteId>, BundleDemand> bundles = new TreeMap<>(
        (a, b) -> a.get(0).equals(b.get(0)) ? a.get(1).compareTo(b.get(1)) : a.get(0).compareTo(b.get(0)));
    job.shuffles().stream().flatMap(s -> s.bySites(job.stage(s.from()), job.stage(s.to())).stream())
        .filter((SiteBytes entry) -> !entry.from().equals(entry.to()) && entry.bytes() > 0)
        .forEach(entry -> bundles.merge(List.of(entry.from(), entry.to()),
            new BundleDemand(entry.from(), entry.to(), entry.bytes()),
            (a, b) -> new BundleDemand(a.from(), a.to(), a.bytes() + b.bytes())));
    return List.copyOf(bundles.values());
  }
}
