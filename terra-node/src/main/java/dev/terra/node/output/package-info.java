/** The finished outputs of this node's live jobs, from all sources. */
@NullMarked
package dev.terra.node.output;

import org.jspecify.annotations.NullMarked;
