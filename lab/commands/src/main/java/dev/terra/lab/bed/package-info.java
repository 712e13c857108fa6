/** A testbed with Terra on it, which suites start, query, submit to and watch. */
package dev.terra.lab.bed;
