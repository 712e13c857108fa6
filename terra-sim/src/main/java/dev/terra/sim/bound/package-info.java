/** How far from optimal: the exact optimum of small instances. */
package dev.terra.sim.bound;
