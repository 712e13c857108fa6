/** The linear program of one shuffle, and its solvers. */
@NullMarked
package dev.terra.schedule.lp;

import org.jspecify.annotations.NullMarked;
