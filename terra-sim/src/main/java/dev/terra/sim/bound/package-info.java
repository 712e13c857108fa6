/** How far from optimal: the exact optimum of small instances. */
@NullMarked
package dev.terra.sim.bound;

import org.jspecify.annotations.NullMarked;
