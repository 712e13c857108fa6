/** A testbed with Terra on it: what suites start, ask, submit to and watch. */
package dev.terra.lab.bed;
