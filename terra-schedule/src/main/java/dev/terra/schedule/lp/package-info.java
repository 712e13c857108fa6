/** The linear program of one shuffle and what solves it. */
@NullMarked
package dev.terra.schedule.lp;

import org.jspecify.annotations.NullMarked;
