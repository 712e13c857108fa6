/** Pure scheduling: path sets, solvers of linear programs, policies, rounds. */
@NullMarked
package dev.terra.schedule;

import org.jspecify.annotations.NullMarked;
