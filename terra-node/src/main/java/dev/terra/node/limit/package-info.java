/** Bounds on what one peer can make a node keep. */
@NullMarked
package dev.terra.node.limit;

import org.jspecify.annotations.NullMarked;
