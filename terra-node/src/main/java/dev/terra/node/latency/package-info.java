/** The latency classes of what this node serves to readers at other sites. */
@NullMarked
package dev.terra.node.latency;

import org.jspecify.annotations.NullMarked;
