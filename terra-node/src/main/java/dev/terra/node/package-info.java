/** What the shuffle service of any engine needs on a node, free of the types of engines and of their protocols. */
@NullMarked
package dev.terra.node;

import org.jspecify.annotations.NullMarked;
