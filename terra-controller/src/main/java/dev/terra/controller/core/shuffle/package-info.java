/** The running shuffles: their volumes by site and reducer, their places, and their progress. */
@NullMarked
package dev.terra.controller.core.shuffle;

import org.jspecify.annotations.NullMarked;
