/** Blocks of other sites, from the site's agent to executors of this node. */
package dev.terra.spark.relay;
