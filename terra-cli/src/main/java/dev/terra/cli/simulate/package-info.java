/** The simulator's commands: simulate, sweep, trace, bench bound. */
package dev.terra.cli.simulate;
