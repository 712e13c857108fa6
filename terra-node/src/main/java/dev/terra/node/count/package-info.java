/** The counters of a handler. */
@NullMarked
package dev.terra.node.count;

import org.jspecify.annotations.NullMarked;
