/** Schedules on paper: computed from files. */
package dev.terra.cli.schedule;
