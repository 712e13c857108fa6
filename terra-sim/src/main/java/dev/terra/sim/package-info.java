/** Flow-level simulator: replays traces of jobs through the scheduling policies that the controller runs. */
@NullMarked
package dev.terra.sim;

import org.jspecify.annotations.NullMarked;
