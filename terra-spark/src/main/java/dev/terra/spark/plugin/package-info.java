/** Terra inside a Spark executor. It depends on the JDK and on Spark's own classes only. */
@NullMarked
package dev.terra.spark.plugin;

import org.jspecify.annotations.NullMarked;
