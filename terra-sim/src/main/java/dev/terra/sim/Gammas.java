package dev.terra.sim;

import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.Map;
import java.util.TreeMap;

/** Computes minimum completion times of shuffles alone on a WAN, with the scheduler's own solver. It has one owner. */
public final class Gammas {
  private final PathSets paths;
  private final LpProblem problem = new LpProblem();
  private final LpSolver solver = new CertifiedSolver(new PathSimplex(), GlopSolver::new);

  /** Makes an instance for these paths. */
  public Gammas(PathSets paths) {
    this.paths = paths;
  }

  /**
   * Returns the minimum completion time of a coflow on links of these capacities (bytes/s by index), seconds; infinite if it has no path.
   */
  double seconds(Coflow coflow, double[] capacities) {
    Map<SitePair, Double> bytes = new TreeMap<>();
    coflow.bundles().forEach(bundle -> bytes.put(new SitePair(bundle.from, bundle.to), bundle.total));
    return seconds(bytes, capacities);
  }

  /** Returns the time in which a WAN with all links up could carry all bytes of a trace as one shuffle, seconds. */
  public double secondsToSendAll(Trace trace) {
    Map<SitePair, Double> bytes = new TreeMap<>();
    for (TraceJob job : trace.jobs()) {
      for (TraceShuffle shuffle : job.shuffles()) {
        for (SiteBytes entry : shuffle.bySites(job.stage(shuffle.from()), job.stage(shuffle.to()))) {
          if (!entry.from().equals(entry.to()) && entry.bytes() > 0) {
            bytes.merge(new SitePair(entry.from(), entry.to()), entry.bytes(), Double::sum);
          }
        }
      }
    }
    return seconds(bytes, paths.wan().capacities());
  }

  /**
   * Returns the offered load of a trace: mean arriving bytes/s over the maximum concurrent flow of its mean matrix. Above 1, no policy
   * keeps up. It is 0 if all jobs arrive at once.
   */
  public double offeredLoad(Trace trace) {
    double span = trace.jobs().get(trace.jobs().size() - 1).arrivalSeconds() - trace.jobs().get(0).arrivalSeconds();
    return span > 0 ? secondsToSendAll(trace) / span : 0;
  }

  private double seconds(Map<SitePair, Double> bytes, double[] capacities) {
    if (bytes.isEmpty()) {
      return 0;
    }
    Wan wan = paths.wan();
    problem.reset(capacities);
    bytes.forEach((pair, amount) -> problem.add(paths.between(wan.indexOf(pair.from()), wan.indexOf(pair.to())), amount));
    LpSolution solution = solver.solve(problem);
    return solution.lambda() > 0 ? 1 / solution.lambda() : Double.POSITIVE_INFINITY;
  }
}
