/** Why a shuffle has its place, its paths and its rates: what limits it, when it will be done, and what would help. */
@NullMarked
package dev.terra.schedule.explain;

import org.jspecify.annotations.NullMarked;
