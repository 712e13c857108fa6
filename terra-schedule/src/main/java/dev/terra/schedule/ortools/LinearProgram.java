package dev.terra.schedule.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import java.util.ArrayList;
import java.util.List;

/**
 * A linear program to be minimised, of any form, for analyses; schedules use the solvers of {@code lp}. Variables and rows have
 * the
 * numbers 0, 1, 2, ... in the order in which they are made. Bounds may be infinite. Holds native memory until it is closed.
 */
public final class LinearProgram implements AutoCloseable {
  /** How solving ended. */
  public enum Outcome {
    /** {@link #value} is the least value. */
    OPTIMAL,
    /** Nothing fulfils all rows. */
    INFEASIBLE,
    /** Neither was shown. */
    UNKNOWN
  }

  private final MPSolver solver;
  private final MPObjective objective;
  private final List<MPVariable> variables = new ArrayList<>();
  private final List<MPConstraint> rows = new ArrayList<>();

  /** An empty program. */
  public LinearProgram() {
    NativeLibrary.load();
    solver = MPSolver.createSolver("GLOP");
    objective = solver.objective();
    objective.setMinimization();
  }

  private static double bound(double value) {
    return Double.isInfinite(value) ? Math.copySign(MPSolver.infinity(), value) : value;
  }

  /** Makes a variable between two bounds. */
  public int variable(double low, double high) {
    variables.add(solver.makeNumVar(bound(low), bound(high), ""));
    return variables.size() - 1;
  }

  /** Makes a row whose sum is between two bounds. */
  public int row(double low, double high) {
    rows.add(solver.makeConstraint(bound(low), bound(high)));
    return rows.size() - 1;
  }

  /** Sets a variable's coefficient in a row. */
  public void set(int row, int variable, double coefficient) {
    rows.get(row).setCoefficient(variables.get(variable), coefficient);
  }

  /** Sets a variable's coefficient in the value. */
  public void cost(int variable, double coefficient) {
    objective.setCoefficient(variables.get(variable), coefficient);
  }

  /** Solves it. */
  public Outcome minimise() {
    return switch (solver.solve()) {
      case OPTIMAL -> Outcome.OPTIMAL;
      case INFEASIBLE -> Outcome.INFEASIBLE;
      default -> Outcome.UNKNOWN;
    };
  }

  /** The least value, once it was found. */
  public double value() {
    return objective.value();
  }

  @Override
  public void close() {
    solver.delete();
  }
}
