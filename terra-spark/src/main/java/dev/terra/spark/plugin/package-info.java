/** Terra inside a Spark executor. No dependencies but the JDK and Spark's own classes. */
package dev.terra.spark.plugin;
