/** The reference solvers: the same programs, solved by OR-Tools. No other package uses native code. */
@NullMarked
package dev.terra.schedule.ortools;

import org.jspecify.annotations.NullMarked;
