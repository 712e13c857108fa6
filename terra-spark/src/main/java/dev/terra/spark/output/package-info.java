/** The shuffle outputs of the executors of this node. */
package dev.terra.spark.output;
