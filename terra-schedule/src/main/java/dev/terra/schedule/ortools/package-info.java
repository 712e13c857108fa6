/** The reference solvers: the same programs on OR-Tools. The only package that touches native code. */
@NullMarked
package dev.terra.schedule.ortools;

import org.jspecify.annotations.NullMarked;
