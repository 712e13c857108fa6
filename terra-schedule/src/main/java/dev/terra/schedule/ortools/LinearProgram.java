package dev.terra.schedule.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import java.util.ArrayList;
import java.util.List;

/**
 * A linear program to be minimised, of any form, for analyses and for plans with prices; rounds use the solvers of {@code lp}. Variables
 * and rows have the numbers 0, 1, 2, ... in the order in which they are made. Bounds may be infinite. It holds native memory until it is
 * closed.
 */
public final class LinearProgram implements AutoCloseable {
  /** The outcome of solving. */
  public enum Outcome {
    /** {@link #value} is the least value. */
    OPTIMAL,
    /** No solution fulfils all rows. */
    INFEASIBLE,
    /** The solver showed neither. */
    UNKNOWN
  }

  /** The solvers, and their algorithms. */
  public enum Method {
    /** GLOP's primal simplex. */
    PRIMAL("GLOP", false),
    /** GLOP's dual simplex. */
    DUAL("GLOP", true),
    /** CLP's dual simplex. */
    CLP("CLP", true);

    private final String solver;
    private final boolean dual;

    Method(String solver, boolean dual) {
      this.solver = solver;
      this.dual = dual;
    }

    private MPSolverParameters parameters() {
      NativeLibrary.load();
      MPSolverParameters parameters = new MPSolverParameters();
      parameters.setDoubleParam(MPSolverParameters.DoubleParam.PRIMAL_TOLERANCE, TOLERANCE);
      parameters.setDoubleParam(MPSolverParameters.DoubleParam.DUAL_TOLERANCE, TOLERANCE);
      parameters.setIntegerParam(MPSolverParameters.IntegerParam.PRESOLVE, MPSolverParameters.PresolveValues.PRESOLVE_OFF.swigValue());
      parameters.setIntegerParam(MPSolverParameters.IntegerParam.LP_ALGORITHM,
          (dual ? MPSolverParameters.LpAlgorithmValues.DUAL : MPSolverParameters.LpAlgorithmValues.PRIMAL).swigValue());
      return parameters;
    }
  }

  /** The narrowest tolerance that the solvers support, in the units of the program. */
  private static final double TOLERANCE = 1e-10;

  private final MPSolver solver;
  private final MPSolverParameters parameters;
  private final MPObjective objective;
  private final List<MPVariable> variables = new ArrayList<>();
  private final List<MPConstraint> rows = new ArrayList<>();

  /** Makes an empty program for GLOP with its own tolerances. */
  public LinearProgram() {
    this("GLOP", defaults());
  }

  /** Makes an empty program for a solver with the narrowest tolerance and without presolve, whose tolerances would add to the solver's. */
  public LinearProgram(Method method) {
    this(method.solver, method.parameters());
  }

  private static MPSolverParameters defaults() {
    NativeLibrary.load();
    return new MPSolverParameters();
  }

  private LinearProgram(String name, MPSolverParameters parameters) {
    this.solver = MPSolver.createSolver(name);
    this.parameters = parameters;
    objective = solver.objective();
    objective.setMinimization();
  }

  private static double bound(double value) {
    return Double.isInfinite(value) ? Math.copySign(MPSolver.infinity(), value) : value;
  }

  /** Makes a variable between two bounds, and returns its number. */
  public int variable(double low, double high) {
    variables.add(solver.makeNumVar(bound(low), bound(high), ""));
    return variables.size() - 1;
  }

  /** Makes a row whose sum is between two bounds, and returns its number. */
  public int row(double low, double high) {
    rows.add(solver.makeConstraint(bound(low), bound(high)));
    return rows.size() - 1;
  }

  /** Sets a variable's coefficient in a row. */
  public void set(int row, int variable, double coefficient) {
    rows.get(row).setCoefficient(variables.get(variable), coefficient);
  }

  /** Sets a variable's coefficient in the value that is minimised. */
  public void cost(int variable, double coefficient) {
    objective.setCoefficient(variables.get(variable), coefficient);
  }

  /** Solves the program. */
  public Outcome minimise() {
    return switch (solver.solve(parameters)) {
      case OPTIMAL -> Outcome.OPTIMAL;
      case INFEASIBLE -> Outcome.INFEASIBLE;
      default -> Outcome.UNKNOWN;
    };
  }

  /** Returns the least value, once it has been found. */
  public double value() {
    return objective.value();
  }

  /** Returns a variable's value in the solution, once a solution has been found. */
  public double value(int variable) {
    return variables.get(variable).solutionValue();
  }

  /**
   * Returns the dual value of a row, once a solution has been found: by how much the least value changes for each unit of the row's bound.
   */
  public double price(int row) {
    return rows.get(row).dualValue();
  }

  @Override
  public void close() {
    solver.delete();
  }
}
