/** The latency classes of this node's responses to readers at other sites. */
@NullMarked
package dev.terra.node.latency;

import org.jspecify.annotations.NullMarked;
