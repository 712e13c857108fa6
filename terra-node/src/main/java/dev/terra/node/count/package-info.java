/** What the handler did, in numbers. */
@NullMarked
package dev.terra.node.count;

import org.jspecify.annotations.NullMarked;
