/** Blocks of other sites, from the site's agent to executors of this node. */
@NullMarked
package dev.terra.spark.relay;

import org.jspecify.annotations.NullMarked;
