/** Terra inside Spark's shuffle service on a NodeManager. */
package dev.terra.spark;
