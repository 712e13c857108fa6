/** What an executor and the shuffle service of its own node say to each other, inside Spark's protocol. No dependencies but the JDK. */
@NullMarked
package dev.terra.spark.pull;

import org.jspecify.annotations.NullMarked;
