/** The messages between an executor and the shuffle service of its own node, inside Spark's protocol. It depends on the JDK only. */
@NullMarked
package dev.terra.spark.pull;

import org.jspecify.annotations.NullMarked;
