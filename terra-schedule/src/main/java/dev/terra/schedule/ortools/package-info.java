/** The reference solvers: the same programs on OR-Tools. The only package that touches native code. */
package dev.terra.schedule.ortools;
