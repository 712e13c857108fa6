/** Shuffles and their bundles: what has to cross the WAN. */
@NullMarked
package dev.terra.core.shuffle;

import org.jspecify.annotations.NullMarked;
