package dev.terra.lab.bed;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * What is measured: who sends how much to whom, on which capacities, and the least time in which that can be done.
 *
 * @param wan with the scaled capacities
 * @param flows in a fixed order
 * @param scale what the capacities of the topology were multiplied by
 * @param gammaSeconds the LP optimum over all paths, on the payload capacities
 * @param sumOfRates bytes per second over all links together while everything is sent in that time
 */
public record TransferPlan(Wan wan, List<Flow> flows, double scale, double gammaSeconds, double sumOfRates) {
  /** The most that one machine emulates faithfully, over all links: 1 Gbit/s. */
  public static final double MAX_SUM_OF_RATES = 1e9 / 8;
  /** Within 30 to 40 s. */
  private static final double TARGET_GAMMA_SECONDS = 35;
  /** Gamma grows with the bytes; from so many of each pair the rest follows. */
  private static final long PROBE_BYTES = 1_000_000;

  /**
   * Bytes from one site to another.
   *
   * @param seed what they are made from
   */
  public record Flow(SiteId from, SiteId to, long bytes, long seed) {}

  /**
   * A plan of so many bytes over all pairs together, in equal shares.
   *
   * @param wantedScale what capacities are multiplied by; empty for 35 s or, if links would have to carry too much, longer
   * @throws IllegalArgumentException if there are no pairs, fewer bytes than pairs, or no way between two of the sites
   */
  public static TransferPlan of(Wan nominal, Pattern pattern, long totalBytes, OptionalDouble wantedScale) {
    return of(nominal, pattern.pairs(nominal), totalBytes, wantedScale);
  }

  /** A plan for these pairs. */
  public static TransferPlan of(Wan nominal, List<Pattern.Pair> pairs, long totalBytes, OptionalDouble wantedScale) {
    if (pairs.isEmpty() || totalBytes < pairs.size()) {
      throw new IllegalArgumentException("expected --bytes to be at least " + Math.max(1, pairs.size()) + ", one for each of the "
          + pairs.size() + " pairs of sites of " + nominal.name() + ", got " + totalBytes);
    }
    List<Flow> flows = new ArrayList<>();
    for (Pattern.Pair pair : pairs) {
      long extra = flows.size() < totalBytes % pairs.size() ? 1 : 0;
      flows.add(new Flow(pair.from(), pair.to(), totalBytes / pairs.size() + extra, flows.size() + 1L));
    }
    return of(nominal, flows, wantedScale);
  }

  private static TransferPlan of(Wan nominal, List<Flow> flows, OptionalDouble wantedScale) {
    ShuffleAllocation optimum = optimum(nominal, flows);
    double gamma = optimum.gammaSeconds();
    if (!Double.isFinite(gamma)) {
      throw new IllegalArgumentException(nominal.name() + ": not every site can be reached from every other");
    }
    double linkBytes = optimum.bundles().stream().flatMap(bundle -> bundle.rates().stream())
        .mapToDouble(rate -> rate.plannedBytesPerSecond() * rate.path().links().size()).sum() * gamma;
    double seconds = wantedScale.isPresent() ? gamma / wantedScale.getAsDouble()
        : Math.max(TARGET_GAMMA_SECONDS, linkBytes / MAX_SUM_OF_RATES);
    double scale = gamma / seconds;
    return new TransferPlan(nominal.times(scale), List.copyOf(flows), scale,
        seconds, linkBytes / seconds);
  }

  /** A plan on a WAN as it is that takes so long at best: equal shares for all pairs. */
  public static TransferPlan lasting(Wan wan, List<Pattern.Pair> pairs, double gammaSeconds) {
    long probe = PROBE_BYTES * pairs.size();
    double probeSeconds = of(wan, pairs, probe, OptionalDouble.of(1)).gammaSeconds();
    return of(wan, pairs, Math.round(probe / probeSeconds * gammaSeconds), OptionalDouble.of(1));
  }

  /** A WAN whose links carry so many bytes per second together while every site sends to every other. */
  public static Wan scaled(Wan nominal, double sumOfRates) {
    List<Pattern.Pair> pairs = Pattern.ALL_TO_ALL.pairs(nominal);
    TransferPlan whole = of(nominal, pairs, PROBE_BYTES * pairs.size(), OptionalDouble.of(1));
    return nominal.times(sumOfRates / whole.sumOfRates());
  }

  /** This plan with other bytes for its flows, on capacities as they are. */
  public TransferPlan withBytes(ToLongFunction<Flow> bytes) {
    List<Flow> changed = flows.stream().map(flow -> new Flow(flow.from(), flow.to(), bytes.applyAsLong(flow), flow.seed())).toList();
    return of(wan, changed, OptionalDouble.of(1));
  }

  /** The WAN as its payload sees it. */
  public static Wan payload(Wan wan) {
    return wan.times(Payload.SHARE);
  }

  private static ShuffleAllocation optimum(Wan wan, List<Flow> flows) {
    Wan payload = payload(wan);
    ImmutableList<BundleDemand> bundles = flows.stream()
        .map(flow -> new BundleDemand(flow.from(), flow.to(), flow.bytes())).collect(ImmutableList.toImmutableList());
    return new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA).withAlpha(0), new PathSets(payload, PathRules.unrestricted()))
        .schedule(payload, List.of(ShuffleDemand.of(new ShuffleId("all"), 0, bundles)), 0).shuffles().get(0);
  }

  /** All bytes of all flows. */
  public long totalBytes() {
    return flows.stream().mapToLong(Flow::bytes).sum();
  }
}
