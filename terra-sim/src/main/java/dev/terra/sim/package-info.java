/** Flow-level simulator that runs the controller's own scheduling classes. */
package dev.terra.sim;
