/** Shuffles and their bundles: what has to cross the WAN. */
package dev.terra.core.shuffle;
