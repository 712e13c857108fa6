/** Schedules on paper: compute one from files, and measure the scheduling core. */
package dev.terra.cli.schedule;
