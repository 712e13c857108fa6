package dev.terra.lab.cluster;

import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The plan by which the demo runs an engine's jobs. Every site holds the same share of the input, so of D bytes
 * shuffled at n sites every ordered pair of sites shuffles D/n^2.
 *
 * @param batches the measured jobs: the jobs of a batch run at once, one batch after the other
 * @param warmUps the unmeasured jobs
 * @param scale the factor on all link capacities of the topology
 * @param gammaSeconds the optimum for the first batch's cross-site bytes together, on the scaled capacities
 */
public record DemoPlan(List<List<DemoJob>> batches, List<DemoJob> warmUps, double scale, double gammaSeconds) {
  /**
   * The most sites. More sites do not fit the memory of an ordinary machine: each runs a NodeManager, a DataNode and
   * its tasks.
   */
  static final int MAX_SITES = 8;
  /**
   * The optimum at size 1, divided by the square of the number of sites that a site sends to. It is short enough to
   * watch, and long enough to dwarf the other work of tasks, which takes longer the more sites share this machine's
   * cores.
   */
  private static final double GAMMA_SECONDS = 10;

  /** Returns the plan for an engine's demo on a WAN. */
  public static DemoPlan of(Wan wan, EngineJobs engine, double size, Optional<Double> scale) {
    return of(wan, engine, List.of(engine.jobs()), size, scale);
  }

  /** Returns the plan for an engine's demo on a WAN that is so slow that the optimum takes the given time. */
  public static DemoPlan lasting(Wan wan, EngineJobs engine, double gammaSeconds) {
    DemoPlan nominal = of(wan, engine, 1, Optional.of(1.0));
    return of(wan, engine, 1, Optional.of(nominal.gammaSeconds() / gammaSeconds));
  }

  /** Returns the plan for all jobs of an engine: those of the demo at once, then the other batches. */
  public static DemoPlan ofAll(Wan wan, EngineJobs engine, double size) {
    List<List<DemoJob>> batches = new ArrayList<>(List.of(engine.jobs()));
    batches.addAll(engine.moreBatches());
    return of(wan, engine, batches, size, Optional.empty());
  }

  private static DemoPlan of(Wan wan, EngineJobs engine, List<List<DemoJob>> batches, double size, Optional<Double> scale) {
    int sites = wan.sites().size();
    if (sites > MAX_SITES) {
      throw new IllegalArgumentException(wan.name() + " has " + sites + " sites; the demo runs a YARN node at each and takes at most "
          + MAX_SITES + " (try topologies/swan.yaml)");
    }
    double bytesPerPair = batches.get(0).stream().mapToLong(DemoJob::bytesPerSite).sum() / (double) sites;
    double nominal = UnionGamma.seconds(wan, allPairs(wan, bytesPerPair));
    double factor = scale.orElse(nominal / (GAMMA_SECONDS * Math.pow(sites - 1, 2) * size * engine.optimumFactor()));
    return new DemoPlan(batches, engine.warmUps(), factor, nominal / factor);
  }

  /** Returns the bytes that the first batch's jobs send across sites. */
  public double crossSiteBytes(int sites) {
    return batches.get(0).stream().mapToLong(DemoJob::bytesPerSite).sum() * (double) (sites - 1);
  }

  /** Returns the most jobs that run at once. */
  public int jobsAtOnce() {
    return batches.stream().mapToInt(List::size).max().orElseThrow();
  }

  /** Returns all measured jobs. */
  public List<DemoJob> jobs() {
    return batches.stream().flatMap(List::stream).toList();
  }

  /** Returns the pairs of sites where every site sends the same number of bytes to every other. */
  public static List<UnionGamma.PairBytes> allPairs(Wan wan, double bytes) {
    List<UnionGamma.PairBytes> pairs = new ArrayList<>();
    for (var from : wan.sites()) {
      for (var to : wan.sites()) {
        if (!from.id().equals(to.id())) {
          pairs.add(new UnionGamma.PairBytes(from.id(), to.id(), bytes));
        }
      }
    }
    return pairs;
  }
}
