/** The permanent links to the agents of this node's site. */
@NullMarked
package dev.terra.node.agent;

import org.jspecify.annotations.NullMarked;
