package dev.terra.schedule;

import java.util.Arrays;
import java.util.Locale;

/** Which solver answers the linear programs. */
public enum SolverName {
  /** The exact path simplex; OR-Tools answers where its certificate fails. */
  FAST,
  /** OR-Tools' GLOP for every program. */
  ORTOOLS;

  /** The solver of this name, in small letters. */
  public static SolverName parse(String text) {
    return Arrays.stream(values()).filter(solver -> solver.toString().equals(text)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("unknown solver '" + text + "'; expected fast or ortools"));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
