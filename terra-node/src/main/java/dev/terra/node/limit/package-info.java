/** Bounds on what one peer can make a node keep. */
package dev.terra.node.limit;
