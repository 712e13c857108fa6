/** Flow-level simulator: replays traces of jobs through the scheduling policies that the controller runs. */
package dev.terra.sim;
