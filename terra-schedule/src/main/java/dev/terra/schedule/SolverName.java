package dev.terra.schedule;

import java.util.Arrays;
import java.util.Locale;

/** The solvers of the linear programs. */
public enum SolverName {
  /** The exact path simplex. OR-Tools solves the programs for which its certificate fails. */
  FAST,
  /** OR-Tools' GLOP solves every program. */
  ORTOOLS;

  /** Returns the solver with this name, which is in small letters. */
  public static SolverName parse(String text) {
    return Arrays.stream(values()).filter(solver -> solver.toString().equals(text)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("unknown solver '" + text + "'; expected fast or ortools"));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
