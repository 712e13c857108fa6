/** Bounds on the resources of a node that one peer can occupy. */
@NullMarked
package dev.terra.node.limit;

import org.jspecify.annotations.NullMarked;
