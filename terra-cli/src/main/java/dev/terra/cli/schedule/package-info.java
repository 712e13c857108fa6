/** Schedules that are computed from files. */
@NullMarked
package dev.terra.cli.schedule;

import org.jspecify.annotations.NullMarked;
