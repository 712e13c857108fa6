/** What an executor and the shuffle service of its own node say to each other, inside Spark's protocol. No dependencies but the JDK. */
package dev.terra.spark.pull;
