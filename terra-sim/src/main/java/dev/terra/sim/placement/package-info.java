/** Where the stages of a trace's jobs run, if the trace does not decide it. */
@NullMarked
package dev.terra.sim.placement;

import org.jspecify.annotations.NullMarked;
