/** The distance from the optimum: lower bounds of average completion times, and the exact optimum of small instances. */
@NullMarked
package dev.terra.sim.bound;

import org.jspecify.annotations.NullMarked;
