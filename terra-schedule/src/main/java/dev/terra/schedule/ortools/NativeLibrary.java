package dev.terra.schedule.ortools;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;

/** What is particular about OR-Tools' native library. */
final class NativeLibrary {
  private static final double TOLERANCE = 1e-10;

  private NativeLibrary() {}

  /** Loads it once. */
  static synchronized void load() {
    Loader.loadNativeLibraries();
  }

  /**
   * Solves far more exactly than the 1e-7 of OR-Tools' defaults, which is absolute; where GLOP does not find the optimum, which all
   * our programmes have, tries again without its presolve, whose tolerances take nearly full links for infeasible, and then with
   * the dual simplex.
   */
  static MPSolver.ResultStatus solve(MPSolver solver) {
    MPSolverParameters parameters = new MPSolverParameters();
    parameters.setDoubleParam(MPSolverParameters.DoubleParam.PRIMAL_TOLERANCE, TOLERANCE);
    parameters.setDoubleParam(MPSolverParameters.DoubleParam.DUAL_TOLERANCE, TOLERANCE);
    MPSolver.ResultStatus status = solver.solve(parameters);
    if (status == MPSolver.ResultStatus.OPTIMAL) {
      return status;
    }
    parameters.setIntegerParam(
        MPSolverParameters.IntegerParam.PRESOLVE, MPSolverParameters.PresolveValues.PRESOLVE_OFF.swigValue());
    status = solver.solve(parameters);
    if (status == MPSolver.ResultStatus.OPTIMAL) {
      return status;
    }
    parameters.setIntegerParam(
        MPSolverParameters.IntegerParam.LP_ALGORITHM, MPSolverParameters.LpAlgorithmValues.DUAL.swigValue());
    return solver.solve(parameters);
  }
}
