/**
 * Two agents' books on a network that exists in memory only, with a clock of its own. The seed of a run determines everything that happens
 * in it.
 */
package dev.terra.agent.virtual;
