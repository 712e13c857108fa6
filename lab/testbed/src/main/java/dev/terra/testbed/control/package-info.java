/** The testbed as a whole: network and cluster, from up to down. */
package dev.terra.testbed.control;
