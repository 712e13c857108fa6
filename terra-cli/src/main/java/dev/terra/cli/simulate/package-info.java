/** The simulator's commands: simulate, sweep, trace. */
package dev.terra.cli.simulate;
