/** A YARN cluster on a testbed, the programs that run on it, and the operations on it. */
package dev.terra.lab.cluster;
