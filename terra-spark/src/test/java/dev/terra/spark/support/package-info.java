/** What the tests of Spark's part share. */
package dev.terra.spark.support;
