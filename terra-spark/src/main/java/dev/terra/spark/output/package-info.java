/** The shuffle outputs of the executors of this node. */
@NullMarked
package dev.terra.spark.output;

import org.jspecify.annotations.NullMarked;
