/** The finished outputs of this node's live jobs, whoever finds them. */
@NullMarked
package dev.terra.node.output;

import org.jspecify.annotations.NullMarked;
