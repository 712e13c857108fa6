/** Terra inside a Spark executor. No dependencies but the JDK and Spark's own classes. */
@NullMarked
package dev.terra.spark.plugin;

import org.jspecify.annotations.NullMarked;
