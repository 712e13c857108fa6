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
 * A plan of a measurement: which site sends how much to which site, on which capacities, and the least time in which
 * that can be done.
 *
 * @param wan with the scaled capacities
 * @param flows in a fixed order
 * @param scale the factor by which the capacities of the topology were multiplied
 * @param gammaSeconds the LP optimum over all paths, on the payload capacities
 * @param sumOfRates bytes per second over all links together, if everything is sent in {@code gammaSeconds}
 */
public record TransferPlan(Wan wan, List<Flow> flows, double scale, double gammaSeconds, double sumOfRates) {
  /** The most that one machine emulates faithfully, over all links: 1 Gbit/s. */
  public static final double MAX_SUM_OF_RATES = 1e9 / 8;
  /** The Gamma that is aimed at, within 30 to 40 s. */
  private static final double TARGET_GAMMA_SECONDS = 35;
  /** The bytes of each pair for which Gamma is computed first. Gamma is proportional to the bytes. */
  private static final long PROBE_BYTES = 1_000_000;

  /**
   * The bytes from one site to another.
   *
   * @param seed from which the bytes are made
   */
  public record Flow(SiteId from, SiteId to, long bytes, long seed) {}

  /**
   * Returns a plan of a total number of bytes in equal shares for all pairs of a pattern.
   *
   * @param wantedScale the factor for the capacities; empty for the scale at which the plan takes 35 s or, if links
   *     would have to carry too much, longer
   * @throws IllegalArgumentException if there are no pairs, fewer bytes than pairs, or no way between two of the sites
   */
  public static TransferPlan of(Wan nominal, Pattern pattern, long totalBytes, OptionalDouble wantedScale) {
    return of(nominal, pattern.pairs(nominal), totalBytes, wantedScale);
  }

  /** Returns a plan for the given pairs. */
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

  /** Returns a plan on an unscaled WAN that takes the given time at best, with equal shares for all pairs. */
  public static TransferPlan lasting(Wan wan, List<Pattern.Pair> pairs, double gammaSeconds) {
    long probe = PROBE_BYTES * pairs.size();
    double probeSeconds = of(wan, pairs, probe, OptionalDouble.of(1)).gammaSeconds();
    return of(wan, pairs, Math.round(probe / probeSeconds * gammaSeconds), OptionalDouble.of(1));
  }

  /** Returns a WAN whose links carry the given bytes per second together while every site sends to every other. */
  public static Wan scaled(Wan nominal, double sumOfRates) {
    List<Pattern.Pair> pairs = Pattern.ALL_TO_ALL.pairs(nominal);
    TransferPlan whole = of(nominal, pairs, PROBE_BYTES * pairs.size(), OptionalDouble.of(1));
    return nominal.times(sumOfRates / whole.sumOfRates());
  }

  /** Returns this plan with other bytes for its flows, on unchanged capacities. */
  public TransferPlan withBytes(ToLongFunction<Flow> bytes) {
    List<Flow> changed = flows.stream().map(flow -> new Flow(flow.from(), flow.to(), bytes.applyAsLong(flow), flow.seed())).toList();
    return of(wan, changed, OptionalDouble.of(1));
  }

  /** Returns the WAN with the capacities that are left for payload. */
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

  /** Returns the bytes of all flows together. */
  public long totalBytes() {
    return flows.stream().mapToLong(Flow::bytes).sum();
  }
}
