/** A YARN cluster on a testbed, what runs on it, and what can be done to it. */
package dev.terra.lab.cluster;
