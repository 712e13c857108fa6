package dev.terra.schedule.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.lp.LpException;
import java.util.List;

/**
 * The dissertation's optimisation 2.1 as written: a flow variable for every bundle and every link, with conservation at every site.
 * Much slower than programmes over paths; it is what those are measured against.
 */
public final class EdgeFormulation {
  private final Wan wan;

  /** On this WAN; loads the native library. */
  public EdgeFormulation(Wan wan) {
    NativeLibrary.load();
    this.wan = wan;
  }

  /**
   * The largest progress (1/s) that bundles can make together over all links; 0 if one has no path.
   *
   * @throws LpException if the solver gives up
   */
  public double lambda(List<BundleDemand> bundles) {
    MPSolver solver = MPSolver.createSolver("GLOP");
    if (solver == null) {
      throw new LpException("OR-Tools has no GLOP");
    }
    try {
      return solve(solver, bundles.stream().filter(bundle -> bundle.bytes() > 0).toList());
    } finally {
      solver.delete();
    }
  }

  /** In units of the mean capacity and the largest bundle, in which lambda is not far from 1. */
  private double solve(MPSolver solver, List<BundleDemand> bundles) {
    double unitBytes = bundles.stream().mapToDouble(BundleDemand::bytes).max().orElseThrow();
    double unitRate = wan.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).average().orElseThrow();
    MPVariable lambda = solver.makeNumVar(0, MPSolver.infinity(), "");
    MPConstraint[] capacity = new MPConstraint[wan.links().size()];
    for (int link = 0; link < capacity.length; link++) {
      capacity[link] = solver.makeConstraint(
          -MPSolver.infinity(), wan.links().get(link).capacity().bytesPerSecond() / unitRate);
    }
    for (BundleDemand bundle : bundles) {
      addBundle(solver, bundle, bundle.bytes() / unitBytes, lambda, capacity);
    }
    solver.objective().setCoefficient(lambda, 1);
    solver.objective().setMaximization();
    MPSolver.ResultStatus status = NativeLibrary.solve(solver);
    if (status != MPSolver.ResultStatus.OPTIMAL) {
      throw new LpException("GLOP ended with " + status + " on the edge formulation of " + bundles.size() + " bundles");
    }
    return lambda.solutionValue() * unitRate / unitBytes;
  }

  private void addBundle(MPSolver solver, BundleDemand bundle, double demand, MPVariable lambda, MPConstraint[] capacity) {
    MPConstraint[] conservation = new MPConstraint[wan.sites().size()];
    for (int site = 0; site < conservation.length; site++) {
      conservation[site] = solver.makeConstraint(0, 0);
    }
    conservation[wan.indexOf(bundle.from())].setCoefficient(lambda, -demand);
    conservation[wan.indexOf(bundle.to())].setCoefficient(lambda, demand);
    for (int index = 0; index < capacity.length; index++) {
      Link link = wan.links().get(index);
      MPVariable flow = solver.makeNumVar(0, MPSolver.infinity(), "");
      capacity[index].setCoefficient(flow, 1);
      conservation[wan.indexOf(link.id().from())].setCoefficient(flow, 1);
      conservation[wan.indexOf(link.id().to())].setCoefficient(flow, -1);
    }
  }
}
