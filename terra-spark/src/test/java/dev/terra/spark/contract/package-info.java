/** This package contains tests of Spark's shuffle service and its client, which run unchanged over Spark's own classes and Terra's. */
package dev.terra.spark.contract;
