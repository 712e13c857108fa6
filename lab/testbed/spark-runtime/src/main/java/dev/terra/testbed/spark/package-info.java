/** Spark's shuffle service and its clients by themselves, to measure fetches without jobs. */
package dev.terra.testbed.spark;
