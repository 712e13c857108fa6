package dev.terra.schedule.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.lp.LpException;
import java.util.List;

/**
 * The dissertation's optimisation 2.1 as written: a flow variable for every bundle and every link, with conservation at every site. It
 * is much slower than programs over paths, and is the reference with which they are compared.
 *
 * <p>Tolerances are absolute, so units matter. The unit of a variable is what the link can carry, so that a nearly full link is as
 * exact as an empty one. The unit of lambda is the most that one bundle could reach, so that lambda is at most 1.
 */
public final class EdgeFormulation {
  private static final double TOLERANCE = 1e-12;

  private final Wan wan;

  /** Creates programs on a WAN. Loads the native library. */
  public EdgeFormulation(Wan wan) {
    NativeLibrary.load();
    this.wan = wan;
  }

  /**
   * Returns the largest progress (1/s) that bundles can make together over all links, or 0 if a bundle has no path.
   *
   * @throws LpException if the solver gives up
   */
  public double lambda(List<BundleDemand> bundles) {
    List<BundleDemand> open = bundles.stream().filter(bundle -> bundle.bytes() > 0).toList();
    double lambdaUnit = open.stream().mapToDouble(this::simpleBound).min().orElseThrow();
    if (lambdaUnit <= 0) {
      return 0;
    }
    for (boolean dual : new boolean[] {false, true}) {
      MPSolver solver = MPSolver.createSolver("GLOP");
      if (solver == null) {
        throw new LpException("OR-Tools has no GLOP");
      }
      try {
        MPVariable lambda = build(solver, open, lambdaUnit);
        if (solver.solve(parameters(dual)) == MPSolver.ResultStatus.OPTIMAL) {
          return lambda.solutionValue() * lambdaUnit;
        }
      } finally {
        solver.delete();
      }
    }
    throw new LpException("GLOP gave up on the edge formulation of " + open.size() + " bundles");
  }

  /** Returns the parameters of the solver. Presolve is off, since it has tolerances of its own. */
  private static MPSolverParameters parameters(boolean dual) {
    MPSolverParameters parameters = new MPSolverParameters();
    parameters.setDoubleParam(MPSolverParameters.DoubleParam.PRIMAL_TOLERANCE, TOLERANCE);
    parameters.setDoubleParam(MPSolverParameters.DoubleParam.DUAL_TOLERANCE, TOLERANCE);
    parameters.setIntegerParam(
        MPSolverParameters.IntegerParam.PRESOLVE, MPSolverParameters.PresolveValues.PRESOLVE_OFF.swigValue());
    parameters.setIntegerParam(MPSolverParameters.IntegerParam.LP_ALGORITHM,
        (dual ? MPSolverParameters.LpAlgorithmValues.DUAL : MPSolverParameters.LpAlgorithmValues.PRIMAL).swigValue());
    return parameters;
  }

  /** Returns a bundle's progress (1/s) if it had all links at its sites for itself, and the sites had no caps. */
  private double simpleBound(BundleDemand bundle) {
    double out = 0;
    double in = 0;
    for (Link link : wan.links()) {
      out += link.id().from().equals(bundle.from()) ? link.capacity().bytesPerSecond() : 0;
      in += link.id().to().equals(bundle.to()) ? link.capacity().bytesPerSecond() : 0;
    }
    return Math.min(out, in) / bundle.bytes();
  }

  private MPVariable build(MPSolver solver, List<BundleDemand> bundles, double lambdaUnit) {
    MPVariable lambda = solver.makeNumVar(0, MPSolver.infinity(), "");
    MPConstraint[] capacity = new MPConstraint[wan.capacities().length];
    for (int link = 0; link < capacity.length; link++) {
      capacity[link] = solver.makeConstraint(-MPSolver.infinity(), 1);
    }
    for (BundleDemand bundle : bundles) {
      addBundle(solver, bundle, bundle.bytes() * lambdaUnit, lambda, capacity);
    }
    solver.objective().setCoefficient(lambda, 1);
    solver.objective().setMaximization();
    return lambda;
  }

  private void addBundle(MPSolver solver, BundleDemand bundle, double rate, MPVariable lambda, MPConstraint[] capacity) {
    MPConstraint[] conservation = new MPConstraint[wan.sites().size()];
    for (int site = 0; site < conservation.length; site++) {
      conservation[site] = solver.makeConstraint(0, 0);
    }
    conservation[wan.indexOf(bundle.from())].setCoefficient(lambda, -1);
    conservation[wan.indexOf(bundle.to())].setCoefficient(lambda, 1);
    for (int index = 0; index < wan.links().size(); index++) {
      Link link = wan.links().get(index);
      if (link.capacity().bytesPerSecond() <= 0) {
        continue;
      }
      double unit = Math.min(rate, link.capacity().bytesPerSecond());
      MPVariable flow = solver.makeNumVar(0, MPSolver.infinity(), "");
      for (int resource : wan.resources(link.id())) {
        capacity[resource].setCoefficient(flow, unit / wan.capacities()[resource]);
      }
      conservation[wan.indexOf(link.id().from())].setCoefficient(flow, unit / rate);
      conservation[wan.indexOf(link.id().to())].setCoefficient(flow, -unit / rate);
    }
  }
}
