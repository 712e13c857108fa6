/** Terra inside Spark's shuffle service on a NodeManager. */
@NullMarked
package dev.terra.spark;

import org.jspecify.annotations.NullMarked;
