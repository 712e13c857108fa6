/** Pure scheduling: path sets, LP solvers, policies, rounds. */
@NullMarked
package dev.terra.schedule;

import org.jspecify.annotations.NullMarked;
