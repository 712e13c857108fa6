/** What Spark's shuffle service and its client do, the same tests over Spark's own and Terra's. */
package dev.terra.spark.contract;
