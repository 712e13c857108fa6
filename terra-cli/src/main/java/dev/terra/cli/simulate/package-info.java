/** The simulator's commands: simulate, sweep, trace. */
@NullMarked
package dev.terra.cli.simulate;

import org.jspecify.annotations.NullMarked;
