/** Two agents' books on a network that exists in memory only, with a clock of its own: every run is decided by its seed. */
package dev.terra.agent.virtual;
