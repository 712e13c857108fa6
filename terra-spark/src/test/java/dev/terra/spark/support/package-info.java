/** This package contains helpers that the tests of the Spark module share. */
package dev.terra.spark.support;
