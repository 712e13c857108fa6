/** Shuffles and their bundles, whose bytes have to cross the WAN. */
@NullMarked
package dev.terra.core.shuffle;

import org.jspecify.annotations.NullMarked;
