/** Why a shuffle has the place, the paths and the rates that it has: what limits it, when it will be done, what would help. */
@NullMarked
package dev.terra.schedule.explain;

import org.jspecify.annotations.NullMarked;
